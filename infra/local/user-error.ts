// What stops a command for a reason whoever started it can act on: said in one sentence, without a stack.
export class Trouble extends Error {
  override readonly name = "Trouble";
}
