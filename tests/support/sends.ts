// The AWS commands that a Lambda's source can send: all that its handler reaches, each with table, bucket or secret.
import { all, moduleAt, type Node, reachable, type Scope, type Unit, unitAt } from "./call-graph.ts";

/** The IAM action that a command needs, where their names differ. */
const rights: Record<string, string> = {
  ...Object.fromEntries(
    ["Get", "Put", "Update", "Delete", "BatchGet", "BatchWrite", "ConditionCheck"].map((verb) => [verb, `${verb}Item`]),
  ),
  ListObjectsV2: "ListBucket",
  Upload: "PutObject",
};
const right = (command: string): string => rights[command] ?? command;

/** Properties in which a command names its table, bucket or secret. */
const naming = new Set(["TableName", "table", "Bucket", "SecretId"]);

interface FoundCommands {
  /** As in `UpdateItem STOCKS_TABLE` or `Query MOVEMENTS_TABLE byDay`. */
  sends: Set<string>;
  /** Properties whose table, bucket or secret was found. */
  seen: Set<Node>;
}

/** All commands the Lambda can send; `without` names functions that it never calls. */
export const sendsOf = (lambda: string, without: readonly string[] = []): FoundCommands => {
  const sight: FoundCommands = { sends: new Set(), seen: new Set() };
  for (const unit of reachable(handlerOf(lambda), without)) readUnit(unit, sight);
  return sight;
};

export const handlerOf = (lambda: string): Unit => {
  const handler = moduleAt(`functions/${lambda}.ts`).declared.get("handler");
  if (!handler) throw new Error(`functions/${lambda}.ts has no handler`);
  return handler;
};

const readUnit = ({ node, scope: outer }: Unit, { sends, seen }: FoundCommands): void => {
  const scope = withLocals(node, outer);
  const note = (command: string, goals: string[]) => {
    for (const goal of goals) sends.add([right(command), goal].join(" "));
  };
  const goals = (one: Node) => goalsOf(one, scope, seen);
  for (const { command, input } of commandsIn(node)) note(command, goals(input));
  for (const call of all(node, "CallExpression")) {
    const called = unitAt(call.callee, scope);
    if (called) for (const command of forwardedCommands(called)) note(command, call.arguments.flatMap(goals));
  }
  for (const property of all(node, "Property")) {
    if (property.key.type !== "Identifier") continue;
    const { name } = property.key;
    // A transaction needs the actions of its parts.
    if (/^(Put|Update|Delete|ConditionCheck)$/.test(name)) note(name, goals(property.value));
    // Keys with a table are arguments of the one function that reads several tables at once.
    const table = name === "table" && variableOf(property.value, scope);
    if (table) {
      note("BatchGet", [table]);
      seen.add(property);
    }
  }
};

const commandsIn = (node: Node): { command: string; input: Node }[] =>
  all(node, "NewExpression").flatMap(({ callee, arguments: [input] }) => {
    const [name = "", command = name] =
      (callee.type === "Identifier" && /^(\w+)Command$|^Upload$/.exec(callee.name)) || [];
    return command && command !== "TransactWrite" && input ? [{ command, input }] : [];
  });

/** Commands of a function whose table is given by its caller. */
const forwardedCommands = (unit: Unit): string[] =>
  reachable(unit).flatMap(({ node, scope }) =>
    commandsIn(node)
      .filter(({ input }) => goalsOf(input, withLocals(node, scope), new Set()).length === 0)
      .map(({ command }) => command),
  );

/** Constants inside a function shadow those of its module. */
const withLocals = (node: Node, outer: Scope): Scope => {
  const own = new Map<string, Unit>();
  const scope: Scope = (name) => own.get(name) ?? outer(name);
  for (const { id, init } of all(node, "VariableDeclarator"))
    if (id.type === "Identifier" && init) own.set(id.name, { id: `a local ${id.name}`, node: init, scope });
  return scope;
};

/** The environment variable of each table, bucket or secret in an input, with the index if it has one. */
const goalsOf = (node: Node, scope: Scope, seen: Set<Node>): string[] => {
  const variable = variableOf(node, scope);
  if (variable) return [variable];
  if (node.type === "ConditionalExpression")
    return [node.consequent, node.alternate].flatMap((part) => goalsOf(part, scope, seen));
  if (node.type === "CallExpression") {
    const called = unitAt(node.callee, scope);
    return called ? resultsOf(called.node).flatMap((result) => goalsOf(result, called.scope, seen)) : [];
  }
  if (node.type === "Identifier") {
    const unit = scope(node.name);
    return unit?.node.type === "ObjectExpression" ? goalsOf(unit.node, unit.scope, seen) : [];
  }
  if (node.type !== "ObjectExpression") return [];
  let index = "";
  const goals = node.properties.flatMap((property) => {
    if (property.type === "SpreadElement") return goalsOf(property.argument, scope, seen);
    const { key, value, computed } = property;
    if (computed) return goalsOf(key, scope, seen);
    if (key.type !== "Identifier") return [];
    if (key.name === "IndexName" && value.type === "Literal") index = ` ${value.value}`;
    if (key.name === "RequestItems" || key.name === "params") return goalsOf(value, scope, seen);
    const goal = naming.has(key.name) && variableOf(value, scope);
    if (goal) seen.add(property);
    return goal ? [goal] : [];
  });
  return goals.map((goal) => goal + index);
};

/** The X of `process.env.X`, of a constant with that value, or of a table created with it. */
const variableOf = (node: Node, scope: Scope, depth = 0): string | undefined => {
  if (depth > 8) return undefined;
  if (node.type === "LogicalExpression") return variableOf(node.left, scope, depth + 1);
  if (node.type === "MemberExpression" && node.object.type === "MemberExpression") {
    const { object, property, computed } = node;
    if (object.property.type !== "Identifier" || object.property.name !== "env") return undefined;
    return computed ? textOf(property, scope) : property.type === "Identifier" ? property.name : undefined;
  }
  const unit = unitAt(node, scope);
  return unit && unit.node !== node ? variableOf(unit.node, unit.scope, depth + 1) : undefined;
};

/** A template whose parts are known, like `${noun}_TABLE`. */
const textOf = (node: Node, scope: Scope): string | undefined => {
  if (node.type !== "TemplateLiteral") return undefined;
  const parts = node.expressions.map((part) => {
    const unit = unitAt(part, scope);
    return unit?.node.type === "Literal" ? String(unit.node.value) : "?";
  });
  return node.quasis.map(({ value }, index) => value.cooked + (parts[index] ?? "")).join("");
};

/** What a function returns. */
const resultsOf = (node: Node): Node[] => {
  if (node.type !== "ArrowFunctionExpression") return [];
  if (node.body.type !== "BlockStatement") return [node.body];
  return all(node.body, "ReturnStatement").flatMap(({ argument }) => argument ?? []);
};

/** Places in functions/ that name a table, bucket or secret for which no command was found. */
export const overlooked = (paths: string[], seen: ReadonlySet<Node>): string[] =>
  paths.flatMap((path) => {
    const { program, scope } = moduleAt(path);
    return all(program, "Property")
      .filter((property) => property.key.type === "Identifier" && naming.has(property.key.name))
      .filter((property) => !seen.has(property) && variableOf(property.value, withLocals(program, scope)))
      .map(({ start }) => `${path} at character ${start}`);
  });
