// Programs of tests, and their clients.
import { scopes } from "#shared/scope.ts";
import { unique } from "./fixtures.ts";
import { type Answer, type Client, client, type TestWorld } from "./world.ts";

export interface TestProgram {
  _id: string;
  name: string;
  token: string;
  client: Client;
}

/** Sends until it is answered otherwise than that the product is busy, as programs do. */
export const untilDone = async (send: () => Promise<Answer>): Promise<Answer> => {
  const answer = await send();
  return answer.status === 503 ? untilDone(send) : answer;
};

/** A client with the token of a program, in place of a session. */
export const programClient = ({ api, dev }: Pick<TestWorld, "api" | "dev">, token: string, _id?: string): Client =>
  client(api, token, _id, dev);

/** A new program, which may do all that programs may unless the form says otherwise. */
export const newProgram = async (here: TestWorld, form: object = {}): Promise<TestProgram> => {
  const whole = { name: unique("Shop"), role: "manager", scope: scopes.join(" "), ...form };
  const { status, body } = await here.root.post("/v1/programs", whole);
  if (status !== 201) throw new Error(`No program: ${status} ${JSON.stringify(body)}`);
  return { ...body, client: programClient(here, body.token, body._id) };
};
