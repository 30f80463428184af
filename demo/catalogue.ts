// The demo catalogue: warehouses, categories, and products with their sales rates and opening stock.
import type { CategoryForm } from "#shared/category.ts";
import type { ProductForm } from "#shared/product.ts";
import type { WarehouseForm } from "#shared/warehouse.ts";

export interface Article extends ProductForm {
  /** Name of a drawing and its two colours; a few products have no image yet. */
  picture?: string;
  /** Units a day that customers order at the end of the history, over all channels. */
  pace: number;
  /**
   * `made`: own production in lots; `daily`: from day to day; `bought`: by the container; `overdue`: with a container that should have
   * come; `gap`: with one that comes too late; `ended`: discontinued; `new`: launched in the last days; `dead`: without demand;
   * `trial`: a lot that went out as samples.
   */
  supply: "made" | "daily" | "bought" | "overdue" | "gap" | "ended" | "new" | "dead" | "trial";
  /** In the first of the warehouses. */
  shelf: string;
  /** Units in each warehouse on the first day, in the order of `warehouses`; a launch begins with them. */
  opening: number[];
}

export const warehouses: WarehouseForm[] = [
  {
    w_id: "BLR-01",
    name: "Bengaluru Hub",
    location: "Nelamangala, Bengaluru, Karnataka 562123",
    description:
      "Main store beside our stitching unit. Own production comes in here; samples and photo shoots leave from here.",
  },
  {
    w_id: "DEL-02",
    name: "Delhi NCR",
    location: "Farukhnagar, Gurugram, Haryana 122506",
    description: "Serves the north. Daily pickups by Amazon and Flipkart till 6 pm.",
  },
  {
    w_id: "BOM-03",
    name: "Bhiwandi",
    location: "Mankoli, Bhiwandi, Maharashtra 421302",
    description: "Containers from Nhava Sheva are unloaded here. Serves the west.",
  },
  {
    w_id: "CCU-04",
    name: "Kolkata East",
    location: "Dankuni, Hooghly, West Bengal 712311",
    description: "Small store for the east and north-east. No night shift.",
  },
];

/** With their listing pages on the marketplaces; a few have none yet. */
export const categories: CategoryForm[] = [
  ["Swaddles and Wraps", "baby-swaddles"],
  ["Bibs and Burp Cloths", "baby-bibs"],
  ["Clothing", "baby-clothing"],
  ["Feeding", "baby-feeding"],
  ["Toys and Teethers", "baby-toys"],
  ["Nursery and Bedding", "baby-bedding"],
  ["Bath and Skin Care", "baby-bath"],
  ["Travel"],
].map(([name = "", path]) => ({
  name,
  amazon: path && `https://www.amazon.in/stores/snd/${path}`,
  flipkart: path && `https://www.flipkart.com/snd/${path}/store`,
}));

// Code | name | lead time | sold on (a Amazon, f Flipkart, w website) | picture | pace and supply | opening by warehouse
const table = `
SND-SWD-101   | Organic Muslin Swaddle 100 x 100 cm, Pack of 3 (Pink)          | 30 | afw | swaddle rose sun          |  22 made   |  340  250  165   80
SND-SWD-102   | Organic Muslin Swaddle 100 x 100 cm, Pack of 3 (Mint)          | 30 | afw | swaddle mint sand         |  18 made   |  370  240  170   70
SND-SWD-110   | Ready to Wear Baby Wrap, 0-3 Months (Lilac)                    | 30 | aw  | wrap lilac rose           |   7 made   |  125   80   55    0
SND-BIB-201   | Terry Feeding Bib with Snap Buttons (Yellow)                   | 15 | afw | bib sun sand              |  26 daily  |  335  220  155   65
SND-BIB-202   | Terry Feeding Bib with Snap Buttons (Sky Blue)                 | 15 | afw | bib sky sand              |  21 made   |  220  150  110   55
8900000231041 | Silicone Pocket Bib, Waterproof, 6 Months + (Coral)            | 60 | af  | pocketBib coral sun       |  15 bought |  198  216  702  108
SND-ROM-301   | Cotton Half Sleeve Romper, 3-6 Months (Sage)                   | 45 | afw | romper sage sun           |  12 made   |  280  240  170   75
SND-ROM-302   | Cotton Half Sleeve Romper, 6-9 Months (Peach)                  | 45 | afw | romper coral sand         |  10 made   |  285  170  135   65
SND-ROM-310   | Striped Bodysuit, 0-3 Months, Pack of 2 (Blue)                 | 45 | afw | stripes blue sun          |   9 ended  |   65   46   53   30
SND-JBL-320   | Mulmul Jhabla Set of 5, Newborn (Rose)                         | 30 | aw  | jhabla rose mint          |  14 made   |  255  180  120   55
SND-CAP-330   | Cap, Mittens and Booties Set, Newborn (Sky Blue)               | 30 | afw | capSet sky sun            |  11 made   |  215  110   80   45
SND-BOO-335   | Knitted Booties, 0-6 Months (Cream and Coral)                  | 45 | w   | booties coral sky         |   4 made   |  100   65   45    0
SND-NAP-340   | Adjustable Cloth Diaper with 2 Inserts (Mint)                  | 45 | afw | nappy mint rose           |  19 made   |  455  285  230  105
SND-SLP-350   | Quilted Sleeping Bag, 6-12 Months (Blue)                       | 45 | aw  | sleepingBag blue sun      |   3 made   |   80   45   38    0
SND-TWL-401   | Hooded Bath Towel 400 GSM, 75 x 75 cm (Bear, Sand)             | 30 | afw | hoodedTowel sand coral    |  13 made   |  190  130  110   50
SND-TWL-402   | Hooded Bath Towel 400 GSM, 75 x 75 cm (Bear, Mint)             | 30 | afw | hoodedTowel mint rose     |   9 made   |  150   95   70   32
SND-WSH-410   | Muslin Wash Cloths, Pack of 5                                  | 15 | afw | washcloths mint sun       |  24 daily  |  300  200  135   70
SND-QLT-501   | Jaipuri Block Print Baby Dohar, Reversible 110 x 110 cm        | 30 | afw | quilt sky rose            |   8 made   |  120  100   65   31
SND-PIL-505   | Rai Pillow (Mustard Seeds) for Head Shaping                    | 15 | afw | pillow sun coral          |  16 daily  |  195  135   85   40
SND-NET-510   | Mosquito Net Bed with Mattress, Foldable, 0-24 Months          | 60 | af  | net mint rose             |   6 overdue |   43   46  191   26
SND-NUR-515   | Nursing Pillow with Removable Cover (Lilac)                    | 30 | aw  | nursingPillow lilac sun   |   4 made   |   55   39   34    0
SND-DRY-520   | Quick Dry Waterproof Bed Protector, Medium 70 x 100 cm         | 30 | afw | drySheet sky blue         |  20 made   |  310  270  165   75
8900000411030 | Sipper Cup with Soft Spout, BPA Free, 250 ml (Blue)            | 75 | afw | sipper blue sun           |  17 bought |  228  252 1002  150
8900000412020 | Sipper Cup with Soft Spout, BPA Free, 250 ml (Pink)            | 75 | afw | sipper rose sky           |  15 bought |  234  228  960  126
SND-BTL-610   | Anti Colic Feeding Bottle, Wide Neck, 240 ml                   | 75 | af  | bottle mint sky           |  12 bought |  228  222  876  132
SND-BWL-615   | Silicone Suction Bowl with Spoon (Sage)                        | 60 | afw | bowl sage coral           |  10 bought |  132  126  474   78
SND-PLT-616   | Bear Shaped Silicone Suction Plate (Coral)                     | 60 | afw | plate coral sun           |   7 bought |  120  120  348   66
SND-SPN-618   | First Spoons, Silicone Tip, Pack of 3                          | 60 | afw | spoons mint coral         |  14 bought |  174  186  756  102
SND-FLK-620   | Steel Water Bottle with Straw, Kids, 500 ml (Rocket, Blue)     | 75 | afw | flask blue coral          |  11 gap    |   95   92  361   51
SND-TIF-625   | Stainless Steel Tiffin for Kids, 3 Tier (Red Clips)            | 45 | afw | tiffin coral sun          |   5 ended  |   60   52   70   30
SND-SNK-628   | No Spill Snack Cup with Handles (Lilac)                        | 60 | af  | snackCup lilac mint       |   6 bought |  102  108  372   60
SND-BRS-630   | Bottle and Nipple Cleaning Brush Set                           | 60 | af  | brush mint coral          |   9 bought |  108  138  468   78
SND-HCH-690   | 3 in 1 High Chair with Tray and Cushion                        | 90 | aw  | highChair mint coral      | 1.2 bought |   24   24   84    0
SND-TTH-701   | Neem Wood Teether Ring with Bunny Ears                         | 30 | afw | teether rose mint         |  10 made   |  195  130   80   50
SND-TTH-705   | Silicone Bead Teether Bracelet (Multicolour)                   | 60 | a   | beads coral mint          |   3 ended  |   20   18   26    8
SND-RTL-710   | Wooden Rattle with Bells, 3 Months +                           | 30 | aw  | rattle coral sun          |   6 made   |  110   95   65   32
8900000521012 | Stacking Cups, Set of 5 with Animal Base                       | 75 | afw | stackingCups mint coral   |  13 bought |  228  192  822  132
SND-STK-716   | Wooden Stacking Rings, 6 Pieces                                | 45 | afw | stackingRings coral rose  |   7 made   |  150  115   80   40
SND-BOK-720   | Cloth Book with Crinkle Pages, My First Farm                   | 60 | afw | book blue sun             |   8 bought |  120  114  522   66
SND-TOY-730   | Soft Toy Elephant Appu, 30 cm (Grey)                           | 45 | afw | elephant grey rose        |   6 made   |  155  130   90    0
SND-TOY-731   | Soft Toy Bunny Chutki, 35 cm (Pink)                            | 45 | afw | bunny rose lilac          |   7 made   |  210  115   95   40
SND-GYM-740   | Wooden Play Gym with 3 Hanging Toys and Mat                    | 45 | aw  | gym mint sun              |   2 made   |   65   40   29    0
SND-BLK-742   | Alphabet Blocks, Soft Foam, Set of 12                          | 75 | af  | blocks coral blue         |   5 bought |   78   78  306   48
SND-DCK-745   | Bath Toy Duck Family, Pack of 4                                | 75 | afw | duck sun sky              |   9 bought |  138  162  516   72
SND-TRI-750   | Tricycle with Parent Handle, 1.5-4 Years (Red)                 | 90 | af  | tricycle coral sky        | 1.5 bought |   36   30  120   21
SND-CRD-755   | Flash Cards Hindi and English, 60 Cards                        | 15 | afw | cards coral mint          |  12 made   |   85   55   40   20
SND-MOB-760   | Felt Cot Mobile, Moon and Clouds                               | 30 | w   | mobile sky lilac          |   2 made   |   30   23   18    0
SND-MAT-770   | Foam Puzzle Play Mat, 4 Tiles 60 x 60 cm                       | 75 | af  | mat mint lilac            |   4 bought |   78   78  216   48
SND-LMP-801   | Mushroom Night Lamp, Rechargeable, 3 Modes (Coral)             | 90 | afw | lamp coral sand           |   8 gap    |   66   88  260   51
SND-CDY-805   | Felt Diaper Caddy Organiser (Blue)                             | 45 | afw | caddy blue coral          |   6 made   |  160   85   60   35
SND-BSK-808   | Cotton Rope Storage Basket, Medium                             | 30 | w   | basket sky grey           |   3 made   |   55   40   27    0
SND-COT-815   | Sheesham Wood Cradle (Jhoola) with Mattress                    | 60 | aw  | cot sky rose              | 0.6 made   |   20   13   10    0
SND-PTY-820   | Potty Training Chair with Removable Bowl (Lilac)               | 60 | af  | potty lilac sun           |   5 ended  |   35   32   53   10
SND-TUB-825   | Baby Bath Tub, Anti Slip, 0-24 Months (Blue)                   | 60 | af  | tub blue coral            |   4 bought |   48   60  174   30
SND-NAL-830   | Baby Nail Care Kit, 4 Pieces                                   | 60 | afw | scissors mint rose        |  11 bought |  186  204  666  108
SND-THM-835   | Digital Thermometer with Flexible Tip                          | 75 | af  | thermometer coral mint    |   7 ended  |   38   43   86   19
SND-LTN-840   | Daily Baby Lotion with Aloe and Almond, 200 ml                 | 15 | afw | lotion sky coral          |  18 ended  |  235  175  110   60
SND-OIL-842   | Cold Pressed Coconut Massage Oil, 100 ml                       | 15 | afw | oil sun coral             |  23 daily  |  270  170  110   65
SND-CMB-845   | Soft Bristle Hair Brush and Comb Set                           | 60 | af  | combSet rose sky          |   5 bought |  144  132  648   96
SND-WIP-850   | 99% Water Baby Wipes, 72 Pulls, Pack of 3                      | 15 | afw | wipes mint sky            |  38 daily  |  390  325  200  105
SND-BAG-901   | Diaper Backpack with Changing Mat (Grey)                       | 75 | afw | rucksack grey coral       |   5 overdue |   42   39  148   29
SND-BAG-905   | Toddler Plush Backpack, Bear (Sand)                            | 45 | aw  | bearBag sand sky          |   6 made   |  155   90   65   30
SND-CAR-910   | Ergonomic Baby Carrier, 4 Positions (Mint)                     | 75 | afw | carrier mint sun          |   4 overdue |   34   35  120   19
SND-PRM-920   | Lightweight Pram with Reversible Handle (Blue)                 | 90 | af  | pram blue sun             | 1.4 bought |   30   36  114   21
SND-CST-925   | Infant Car Seat and Carry Cot, 0-13 kg (Grey)                  | 90 | a   | carSeat grey coral        | 0.8 bought |   20   23   54    0
SND-UMB-930   | Kids Dome Umbrella, Frog (Sage)                                | 60 | aw  | umbrella sage sun         |   3 ended  |   20   14   33    7
SND-SOC-338   | Anti Skid Baby Socks, 6-12 Months, Pack of 5                   | 30 | af  | -                         |  13 made   |  275  175  135   55
SND-GRD-860   | Corner Guards, Clear Silicone, Pack of 12                      | 60 | a   | -                         |   5 bought |  156  180  696  108
SND-FST-650   | Bamboo Weaning Set: Plate, Bowl and Spoon                      | 60 | w   | -                         |   0 bought |    0    0    0    0
SND-SPN-654   | Bamboo Toddler Cutlery Set, Spoon and Fork                     | 60 | w   | -                         |   0 bought |    0    0    0    0
SND-RNC-360   | Hooded Raincoat, 2-3 Years (Yellow, Duck)                      | 60 | afw | -                         |   6 new    |  420  140    0    0
SND-MIT-362   | Knitted Winter Mittens, 1-2 Years (Navy)                       | 45 | afw | -                         |   5 new    |  300  120    0    0
SND-SHO-365   | Squeaky Shoes, 12-18 Months (Red)                              | 45 | af  | -                         |   0 dead   |   44   30   24    0
SND-PHN-780   | Musical Toy Phone, Battery Operated                            | 75 | af  | -                         |   0 dead   |   36   24   48   10
SND-CUP-652   | Bamboo Sippy Cup, Trial Lot                                    | 60 | w   | -                         |   0 trial  |   12    0    0    0
SND-PLT-653   | Bamboo Divider Plate, Trial Lot                                | 60 | w   | -                         |   0 trial  |   10    0    0    0
`;

const slug = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .split(" ")
    .slice(0, 6)
    .join("-");

const links = (code: string, name: string, on: string) => {
  const letters = code.replace(/\W/g, "").toUpperCase();
  return {
    amazon: on.includes("a") ? `https://www.amazon.in/dp/B0${letters.slice(-8)}` : undefined,
    flipkart: on.includes("f") ? `https://www.flipkart.com/snd-${slug(name)}/p/itm${letters.toLowerCase()}` : undefined,
    website: on.includes("w") ? `https://www.snd.example/products/${slug(name)}` : undefined,
  };
};

const ownUnit = "Stitching unit Nelamangala";

/** What takes longer comes from further away. */
const supplierOf = (supply: string, lead: number): string => {
  if (supply === "made" || supply === "daily") return ownUnit;
  return lead > 60 ? "Kinder Harbour Trading" : "Little Lotus Wares";
};

/** Rupees: what is dear sells slowly. */
const costOf = (pace: number): number => Math.max(45, Math.round(2_400 / (Math.max(pace, 4) + 1.5)));

/** Twelve places in each aisle, in the order of the catalogue. */
const shelfAt = (place: number): string =>
  `${String.fromCharCode(65 + Math.floor(place / 12))}-${String((place % 12) + 1).padStart(2, "0")}`;

const article = (row: string, place: number): Article => {
  const [p_id = "", name = "", lead = "", on = "", picture = "", flow = "", opening = ""] = row
    .split("|")
    .map((cell) => cell.trim());
  const [pace = "", supply = ""] = flow.split(/(?<=[\d.])\s*(?=[a-z])/);
  const supplier = supplierOf(supply, Number(lead));
  return {
    p_id,
    name,
    lead_time: Number(lead) as Article["lead_time"],
    supplier,
    // Own production is not packed before it is ordered.
    ...(supplier !== ownUnit && { pack: 12 }),
    cost: costOf(Number(pace)),
    shelf: shelfAt(place),
    ...links(p_id, name, on),
    ...(picture !== "-" && { picture }),
    pace: Number(pace),
    supply: supply as Article["supply"],
    opening: opening.split(/\s+/).map(Number),
  };
};

export const articles: Article[] = table.trim().split("\n").map(article);
