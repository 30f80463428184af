// A device that keeps the catalogue, as the web app does, and the lists of the API to compare its own with.
import assert from "node:assert/strict";
import type { CatalogueAnswer } from "#shared/app.ts";
import {
  alertsOf,
  answerAfter,
  contextOf,
  keptCatalogue,
  openShipmentsOf,
  productsOf,
  stockRecordsOf,
} from "#shared/catalogue.ts";
import { putProducts } from "./engine.ts";
import type { Client, TestWorld } from "./world.ts";

/** As JSON has it. */
const plain = (lists: object) => JSON.parse(JSON.stringify(lists));

export const newDevice = () => {
  let kept: CatalogueAnswer | undefined;
  const device = {
    get cursor() {
      return kept?.cursor ?? "";
    },
    /** Asks what has changed, and for `rows` by their ids. */
    ask: async (client: Client, since = kept?.cursor ?? "", rows = ""): Promise<CatalogueAnswer> => {
      const { status, body } = await client.get(`/v1/app/catalogue?since=${since}&rows=${rows}`);
      assert.equal(status, 200);
      const answer = body as CatalogueAnswer;
      kept = answerAfter(kept, answer);
      return answer.more ? answerAfter(answer, await device.ask(client)) : answer;
    },
    /** The lists that follow from its catalogue, in the form of `listsOfApi`. */
    lists: () => {
      assert.ok(kept);
      const [catalogue, { today }] = [keptCatalogue(kept), kept];
      return plain({
        context: contextOf(catalogue),
        products: productsOf(catalogue, today),
        stocks: stockRecordsOf(catalogue),
        alerts: alertsOf(catalogue, today),
        open: openShipmentsOf(catalogue),
      });
    },
  };
  return device;
};

/** The same lists by the calls of the API; a manager's. */
export const listsOfApi = async (client: Client) => {
  const [context, products, stocks, alerts, shipments] = await Promise.all(
    ["/v1/app/context", "/v1/products", "/v1/stocks", "/v1/app/dash/inventory", "/v1/shipments"].map(
      async (path) => (await client.get(path)).body,
    ),
  );
  const open = shipments.filter(({ received }: { received: boolean }) => !received);
  delete context.now;
  return { context, products, stocks, alerts, open };
};

const others = 400;

/** So many products that a few are not a twentieth of all, for which the whole catalogue would be sent. */
export const putOtherProducts = (world: TestWorld, count = others): Promise<void> =>
  putProducts(
    world,
    Array.from({ length: count }, (_, number) => ({ _id: `x${number}`, p_id: `X${number}`, name: "Cot Sheet" })),
  );
