// Rules by which heads and texts of order files are understood: examples that hold, and that do not.
import { expect, test } from "vitest";
import { isPlaceholder } from "#shared/product-code.ts";
import { codeFinder } from "../../../functions/lib/imports/orders/code-finder.ts";
import { lineCoder } from "../../../functions/lib/imports/orders/line-code.ts";
import {
  headWords,
  isChannel,
  isFulfilment,
  isOfCancelled,
  isOrderNumber,
  isOtherNumber,
  isQuantityLeft,
  isSentAt,
  isStatus,
  quantityGone,
} from "../../../functions/lib/imports/orders/order-heads.ts";
import { channelIn } from "../../../functions/lib/imports/orders/other-channel.ts";
import {
  cancellationOf,
  dayIn,
  dayReader,
  isCashOnDelivery,
  isKnownStatus,
  isOfMarketplace,
  isSent,
  isUnpaid,
  looksLikeSize,
  saysNo,
  saysSent,
} from "../../../functions/lib/imports/orders/status-words.ts";
import { comparableHead } from "../../../functions/lib/spreadsheets/head-row.ts";

const head = (rule: (head: string, raw: string) => unknown) => (text: string) => rule(comparableHead(text), text);
const atCash = { isCashOnDelivery: true, pending: "shop" } as const;
const inShop = { isCashOnDelivery: false, pending: "shop" } as const;
const atAmazon = { isCashOnDelivery: true, pending: "amazon" } as const;
const elsewhere = { isCashOnDelivery: false, pending: undefined } as const;

test.each<[rule: string, test: (text: string) => unknown, holds: string, not: string]>([
  [
    "an order's number",
    head(isOrderNumber),
    "Order ID|order-id|Order No.|ORDERCODE|Sub Order No|SUBORDERCODE|Sale Order Code|Display Order Code|Order #|Order Ref|Order Reference No|order release id|seller order id|Purchase Order No|Channel Order ID|OrderNumber|ORDERRELEASEID|Order Reference Code|sellerorderid|suborder_id|Sales Order Number|SaleOrderCode",
    "Order Date|Order Item ID|Order Status|Order Type|Order Line No|Return Order ID|Order Value|Border Code|Work Order No|Order Quantity|Order|Order Type Code|Order Status Code|Parent Order ID|Order Date/Time|Orders",
  ],
  [
    "only of cancelled or returned lines",
    head(isOfCancelled),
    "Cancelled|Canceled At|cancelled_on|Cancellation Reason|Cancel Reason|Return Status|Return Type|Returned On|RETURNINITIATEDON|RTO Date|rto_status|Refunded|is-buyer-requested-cancellation|Is Cancelled|Cancelled By|Return Requested|Refund Initiated On|Return Sub-reason|cancellationdate|Order Cancelled|Is RTO|isreturn|CANCELREASON|Date of return|Refund Type|RTO Initiated On|Returned By Customer",
    "Return|Cancel|Refund|Return By|Return By Date|Cancel By|Return Window|Return Policy|Return Address|Returnable|Is Returnable|Cancellable|Refundable|Return Eligible|RTO Risk|Verge of Cancellation|Refund Amount|Cancelled Quantity|Last Return Date|Return Reason Allowed|Order Status|Return Charges|Return Pickup Address|Risk of RTO|Cancel By Date|Last date of return|verge-of-cancellation|Return Policy Type|RTO",
  ],
  [
    "a status",
    head(isStatus),
    "Status|Order Status|Order State|item-status|Lineitem fulfillment status|Event Type|Event Sub Type|Transaction Type|Type of Return|Financial Status|Payment Status|Courier Status|ORDERSTATUS|Sale Order Item Status|Order Line Status|Logistics Status|Suborder Status",
    "State|Customer State|Ship State|Stock Status|Listing Status|Order Type|Tax Status",
  ],
  [
    "who sends",
    head(isFulfilment),
    "fulfillment-channel|Fulfilment Type|Fulfilled By|Fulfilment|Fulfillment Channel Type|Fulfilmenttype",
    "Fulfillment Center|Fulfillment Status|Fulfilled At|Fulfilled Quantity",
  ],
  [
    "a channel",
    head(isChannel),
    "Channel|Sales Channel |Marketplace|saleschannel|Channel Name",
    "Order Channel|Source|Fulfillment Channel|Channel Order ID",
  ],
  [
    "units to be sent",
    head(isQuantityLeft),
    "quantity-to-ship|Pending Qty|Qty Pending|Outstanding Quantity|Balance Qty|Units to be shipped|Pcs Pending|Quantity (- Refund)|pending_qty|PendingQty|To Ship Qty|Units outstanding",
    "Outstanding Balance|Quantity|Pending|Pending Amount|Balance|Balance Qty Value|Stock Balance Qty|To Ship Date|quantity-shipped|Closing Balance Qty|Outstanding|Pending Since",
  ],
  [
    "units that are gone",
    head(quantityGone),
    "quantity-shipped|Cancelled Qty|Qty Shipped|Refunded Quantity|Dispatched Units|Canceled Quantity|Cancel Qty|Return Qty|Refund Quantity|Delivered Qty|Shipped Pcs",
    "Quantity|Shipped|Cancelled|Refunded Amount|Quantity Ordered|Qty to be shipped|Unshipped Qty|Qty not shipped|Cancellable Qty|Unfulfilled qty|Refunded",
  ],
  [
    "cancelled or returned",
    cancellationOf,
    "Cancelled|CANCELED|Refund|REFUND_INITIATED|Refunded|RTO_LOCKED|Return|Customer Return|Shipped - Returned to Seller|RETURN_APPROVED|voided|Cancellation|DOOR_STEP_EXCHANGED|Cancellation Requested|Returns|RTO Delivered|Cancelled before dispatch|Undelivered Shipment Returned|Return Cancelled|Shipped - Lost in Transit|Shipped - Returning to Seller|Shipped - Rejected by Buyer|Shipped - Damaged|returned",
    "Not returned|Not yet cancelled|partially_refunded|Returnable|Cancellable|Non-returnable|Sale|Replacement|Shipped|Delivered|No return|Partial refund|Cancellation request rejected|Cancellation declined|Return not initiated|Return window closed|Exchange|Reverse pickup|Not cancelled|Shipping|Ready to be Picked up|READY_TO_DISPATCH|Dispatch pending|Pending - Waiting for Pick Up|Unshipped|APPROVED|PACKED",
  ],
  [
    "no",
    saysNo,
    "None|NA|N/A|nan|No|Not returned|not applicable|No return|Never|Eligible|false|0|0.00|-||1970-01-01|01-01-1900|null|N|Not Requested|0000-00-00 00:00:00|01/01/1970 05:30:00|Jan 1, 1970|Replacement|Exchange|nil|--",
    "Yes|true|1|In Transit|24-11-2026|2026-11-24 10:00|Ordered by mistake|Notified|Jan 1, 2026|Replacement requested|Y",
  ],
  [
    "of the marketplace",
    isOfMarketplace,
    "Amazon|AFN|FBA|AMAZON_IN|amazon_eu|Flipkart|FBF|FBF Lite|Fulfilled by Amazon|Amazon (AFN)|Flipkart Fulfilled|Fulfilment by Amazon|amazon.in|FBF_LITE|Flipkart Fulfilment|Amazon Fulfillment|Flipkart Advantage|Prime FBA|Fulfilled by JioMart",
    "Merchant|MFN|NON_FBF|Amazon Easy Ship|Seller|Seller Smart|Self|Easy Ship|Flipkart Seller|Merchant (Amazon)|Seller Flex|Flipkart Smart|Amazon Easy Ship (Prime)|Not Amazon|manual|",
  ],
  [
    "cash on delivery",
    isCashOnDelivery,
    "COD|Cash on Delivery (COD)|Postpaid|cash_on_delivery",
    "Prepaid|Codex|UPI|Razorpay",
  ],
  [
    "not paid, in a web shop",
    (text) => isUnpaid(text, inShop),
    "pending|on-hold|failed|Payment Pending|pending-payment|Awaiting payment|unpaid|expired|Hold|APPROVAL_HOLD|draft|checkout-draft|trash|Payment failed|Failed transaction|Payment awaited|Un-paid|Payment link expired|auto-draft|Fraud hold|Payment is pending|Order Expired",
    "Delivery failed|Pending - Waiting for Pick Up|processing|paid|Not on hold|Partially paid|Released from hold|Household|Pending pickup|Delivery attempt failed|Off hold|Return window expired|Failed attempt|pending_cod|Pending Fulfillment",
  ],
  [
    "not paid, at cash on delivery",
    (text) => isUnpaid(text, atCash),
    "on-hold|failed|draft",
    "pending|unpaid|payment pending",
  ],
  [
    "not paid, at Amazon",
    (text) => isUnpaid(text, atAmazon),
    "Pending",
    "Unshipped|Pending - Waiting for Pick Up|Shipping|Ready to be Picked up|READY_TO_DISPATCH|Dispatch pending|APPROVED|PACKED|partially_refunded|Not cancelled",
  ],
  ["not paid, elsewhere", (text) => isUnpaid(text, elsewhere), "Payment pending|Hold", "PENDING|READY_TO_SHIP"],
  [
    "sent",
    isSent,
    "Shipped|SHIPPED|Delivered|Shipped - Delivered to Buyer|fulfilled|completed|Dispatched|Despatched|IN_TRANSIT|Out for Delivery|Picked Up|Handed over to courier|PickedUp|OutForDelivery|Order Delivered|SHIPPED_BY_SELLER",
    "Unshipped|Not shipped|un-shipped|Partly shipped|partially_fulfilled|To be dispatched|Yet to be picked up|Ready to be Picked up by Courier|Pending - to be shipped|Awaiting picked up|READY_TO_SHIP|Dispatch pending|unfulfilled|Undelivered|Shipping|Will be delivered|Must be shipped by 28 Nov|Expected delivered by Friday|Part shipped|ReadyToShip|Never shipped|Delivery failed|Ready to be Picked up|READY_TO_DISPATCH|Pending - Waiting for Pick Up|APPROVED|PACKED|partially_refunded|Not cancelled",
  ],
  [
    "a status that is known",
    (text) => isKnownStatus(text, elsewhere),
    "|-|NA|Unshipped|READY_TO_SHIP|Pending - Waiting for Pick Up|PENDING|APPROVED|PACKED|packing_in_progress|bag_confirmed|New|Open|Processing|In Process|Order Placed|To be dispatched|Partially Shipped|Partial|partially_refunded|Label generated|Pickup Scheduled|RTD|Sale|Order|Replacement|Not cancelled|Cancelled|RTO_LOCKED|Shipped|Will be delivered|Hold|Released from hold|Payment received|Cancellation request rejected|Return window closed|Return not initiated|Shipping|Awaiting pickup by courier|Invoiced|FBA|FULFILLABLE|PENDING_VERIFICATION|Pending Labels|Pending Handover|Upcoming|Ready to Print|Pickup Queued|Pickup Rescheduled|Waybill Generated|ready_for_dp_assignment|FreeReplacement|wc-processing|COD Verified|Picklist Generated",
    "DISPOSED|SH|C|WP|On the way|Out of stock|Undelivered|Delivery failed|Restocked|Escalated|1|Stuck at hub|Not found|Not serviceable|Received by customer|Accepted by courier|Released to courier|Packing completed|Label completed|For|Shipment|बाकी",
  ],
  [
    "a day of sending or delivery",
    head(isSentAt),
    "Delivered On|Delivered Date|Date Shipped|Shipped|Dispatched|dispatched_at|Fulfilled at|Order Shipped Date|DELIVEREDON|Shipped Date Time|Is Delivered|Actual Delivery Date|Handed over on|Picked Up At|Dispatched Date|Delivered Timestamp",
    "Dispatch By|Dispatch by date|Latest Ship Date|Promised Delivery Date|Estimated Delivery|Shipped By|Delivered By|Delivered Qty|Ship Date|Delivery Date|To be shipped on|Expected delivered on|Ready to ship on|Shipped Quantity|Shipping Price|Not Delivered On|Dispatched Units|Delivered To|Shipped From",
  ],
  [
    "that it was sent",
    (text) => saysSent(text, "2026-11-24"),
    "2026-11-24|24-11-2026 10:00|23 Nov 2026|yes|TRUE|Y|2026-11-01T10:00:00+05:30",
    "|-|NA|2026-11-25|01-01-1970|0000-00-00|3|Delhivery|No|Not yet",
  ],
  ["a size", looksLikeSize, "S|M|XL|XXL|3XL|0-3M|6-12 months|2Y|Free Size|NB", "Blue|SND|1234|Pack"],
  [
    "no quantity, however small",
    head(isOtherNumber),
    "Pincode|MRP|Invoice No|HSN Code|Selling Price|Package ID|IGST|Weight (kg)",
    "Total Qty|No of pcs|Cantidad|Total|Pieces|Number of units|Nos|No. of items",
  ],
  ["a placeholder", isPlaceholder, "NA|n/a|None|null|NIL|-|--|0|nan", "NAP-1|00|Nil-1|N"],
])("%s is told from what only looks like it", (_, rule, holds, not) => {
  const found = (texts: string) => texts.split("|").filter((text) => Boolean(rule(text)));
  expect(found(holds)).toEqual(holds.split("|"));
  expect(found(not)).toEqual([]);
});

test("names of order managers have the channel as a word of their own", () => {
  const named = channelIn(["AMAZON_IN_API", "FLIPKART_SMART", "Amazonite"]);
  expect(
    ["AMAZON_IN_API", "FLIPKART_SMART", "Custom-JIOMART", "Amazonite", "Website Amazon Pay", "B2B"].map(named),
  ).toEqual(["amazon", "flipkart", "jiomart", undefined, undefined, undefined]);
});

test("a cell names a channel of ours, and a word like Website only beside marketplaces", () => {
  const named = channelIn(["Amazon.in", "Flipkart", "Website"]);
  const amazon = ["Amazon.in", "AMAZON_IN", "Amazon India Seller"];
  expect(amazon.map(named)).toEqual(["amazon", "amazon", "amazon"]);
  expect(["FLIPKART.COM", "First Cry"].map(named)).toEqual(["flipkart", "firstcry"]);
  expect(["Website", "Online Store"].map(named)).toEqual(["snd-website", "snd-website"]);
  expect(["Non-Amazon", ""].map(named)).toEqual([undefined, undefined]);
  const alone = channelIn(["Website", "App"]);
  expect(["Website", "App"].map(alone)).toEqual([undefined, undefined]);
  expect(["snd-website", "SND App"].map(alone)).toEqual(["snd-website", "snd-app"]);
});

test("a code is looked up as it stands, then without what programs put around it, and asked for without that", () => {
  const products = ["SND-1", "SND-2.0", "8905031000017", "A&B", "'Q'"].map((p_id) => ({ _id: p_id, p_id, name: p_id }));
  const codeOf = lineCoder([], codeFinder(products, []), false);
  const line = { listing: "", size: "", title: "", isRounded: false, isCodeUnusable: false };
  const read = (seller: string) => {
    const { code, listed } = codeOf({ ...line, seller });
    return listed?.product ?? `${code}?`;
  };
  expect(['"SKU:SND-1"', "SKU: SND-1", "&quot;SND-1&quot;"].map(read)).toEqual(["SND-1", "SND-1", "SND-1"]);
  expect(["SND-2.0", "8905031000017.0", "SND-1.0"].map(read)).toEqual(["SND-2.0", "8905031000017", "SND-1.0?"]);
  expect(["A&amp;B", "'Q'"].map(read)).toEqual(["A&B", "'Q'"]);
  expect(['"SKU:SND-9"', "A&#38;C", "A&#x200b;C", "SKU:NA"].map(read)).toEqual(["SND-9?", "A&C?", "A&#x200b;C?", "?"]);
});

test("heads without blanks are read as their words, and other words stay", () => {
  expect(["suborderno", "returninitiatedon", "skucode", "returnable", "notes", "isbn"].map(headWords)).toEqual([
    ...["sub order no", "return initiated on", "sku code", "returnable", "notes", "isbn"],
  ]);
});

test.each([
  ["2026-11-02T10:00:00+05:30", "2026-11-02"],
  ["02-11-2026", "2026-11-02"],
  ["2/11/26", "2026-11-02"],
  ["04-30-22", "2022-04-30"],
  ["25-Nov-26", "2026-11-25"],
  ["Aug 26, 2026", "2026-08-26"],
  ["yesterday", undefined],
])("the day of %s is %s", (text, day) => expect(dayIn(text)).toBe(day));

test.each<[column: string, days: (string | undefined)[]]>([
  ["2026-11-08T19:00:00+00:00|2026-11-08T18:00:00Z", ["2026-11-09", "2026-11-08"]],
  ["2026-11-08 19:00:00 UTC|2026-11-08 02:00:00 +0530|2026-11-08 19:00", ["2026-11-09", "2026-11-08", "2026-11-08"]],
  ["08 Nov 2026 7:00:00 PM UTC|Nov 8, 2026 7:00 am GMT", ["2026-11-09", "2026-11-08"]],
  ["8/11/2026 11:30 PM -08:00|8/11/2026 99:99 UTC", ["2026-11-09", "2026-11-08"]],
  ["11/08/2026|11/20/2026", ["2026-11-08", "2026-11-20"]],
  // All of the last weeks if the month is first, and else of any month.
  ["11/08/2026|11/05/2026", ["2026-11-08", "2026-11-05"]],
  ["08/11/2026|05/11/2026", ["2026-11-08", "2026-11-05"]],
  ["11/05/2026|13/05/2026", ["2026-05-11", "2026-05-13"]],
  ["11/05/2026|12/05/2026", ["2026-05-11", "2026-05-12"]],
  ["soon|", [undefined, undefined]],
])("the business days of a column %s are %j on 10 November", (column, days) => {
  const texts = column.split("|");
  expect(texts.map(dayReader(texts, "2026-11-10"))).toEqual(days);
});
