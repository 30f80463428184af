// The call graph of functions/ from its source: declarations, and the names that each of them uses.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ESTree, parseAst } from "vite";

export type Node = ESTree.Node;

/** A top-level declaration of a module, or a member of the object that a factory there returns. */
export interface Unit {
  /** As in `functions/lib/db/tables.ts#stocks.find`. */
  id: string;
  node: Node;
  /** The unit that a name in it refers to, if any. */
  scope: Scope;
}

export type Scope = (name: string) => Unit | undefined;

const root = join(import.meta.dirname, "../..");

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Child nodes, without types. */
const childrenOf = (node: Node): Node[] =>
  Object.entries(node)
    .filter(([key]) => key !== "typeAnnotation" && key !== "typeArguments" && key !== "returnType")
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);

/** A node and all below it. */
const walk = (node: Node, see: (node: Node) => void): void => {
  see(node);
  for (const child of childrenOf(node)) walk(child, see);
};

export const all = <T extends Node["type"]>(node: Node, type: T): Extract<Node, { type: T }>[] => {
  const found: Extract<Node, { type: T }>[] = [];
  walk(node, (one) => one.type === type && found.push(one as Extract<Node, { type: T }>));
  return found;
};

interface Module {
  program: Node;
  declared: Map<string, Unit>;
  exported: Unit[];
  scope: Scope;
}

const modules = new Map<string, Module>();

/** A module of functions/ by its path from the root of the project. */
export const moduleAt = (path: string): Module => {
  const known = modules.get(path);
  if (known) return known;
  const program = parseAst(readFileSync(join(root, path), "utf8"), { lang: "ts", astType: "ts" });
  const declared = new Map<string, Unit>();
  const imported = new Map<string, [from: string, name: string]>();
  const scope: Scope = (name) => {
    const [from, original] = imported.get(name) ?? [];
    return from && original ? moduleAt(from).declared.get(original) : declared.get(name);
  };
  const module: Module = { program, declared, exported: [], scope };
  modules.set(path, module);
  for (const statement of program.body) {
    if (statement.type === "ImportDeclaration" && statement.source.value.startsWith("."))
      for (const one of statement.specifiers)
        if (one.type === "ImportSpecifier" && one.imported.type === "Identifier")
          imported.set(one.local.name, [join(dirname(path), statement.source.value), one.imported.name]);
    const isExported = statement.type === "ExportNamedDeclaration";
    for (const [name, node] of declarations(isExported ? statement.declaration : statement)) {
      const unit: Unit = { id: `${path}#${name}`, node, scope };
      declared.set(name, unit);
      if (isExported) module.exported.push(unit);
    }
  }
  return module;
};

/** Names that a statement declares, with their values. */
const declarations = (statement: Node | null): [string, Node][] => {
  if (statement?.type === "FunctionDeclaration" || statement?.type === "ClassDeclaration")
    return statement.id ? [[statement.id.name, statement]] : [];
  if (statement?.type !== "VariableDeclaration") return [];
  return statement.declarations.flatMap(({ id, init }): [string, Node][] =>
    id.type === "Identifier" && init ? [[id.name, init]] : [],
  );
};

/** The object that one of our factories returns for literal arguments, such as `table("STOCKS")`. */
const membersOf = (unit: Unit): Map<string, Unit> | undefined => {
  const { node, scope } = unit;
  if (node.type !== "CallExpression" || node.callee.type !== "Identifier") return undefined;
  const factory = scope(node.callee.name);
  if (factory?.node.type !== "ArrowFunctionExpression" || factory.node.body.type !== "BlockStatement") return undefined;
  const { params, body } = factory.node;
  const returned = body.body.find((statement) => statement.type === "ReturnStatement");
  if (returned?.argument?.type !== "ObjectExpression") return undefined;
  const own = new Map<string, Unit>();
  const inside: Scope = (name) => own.get(name) ?? factory.scope(name);
  const add = (name: string, part: Node) => own.set(name, { id: `${unit.id}.${name}`, node: part, scope: inside });
  for (const [index, param] of params.entries()) {
    const given = node.arguments[index];
    if (param.type === "Identifier" && given) add(param.name, given);
  }
  for (const statement of body.body) for (const [name, part] of declarations(statement)) add(name, part);
  const members = new Map<string, Unit>();
  for (const property of returned.argument.properties) {
    if (property.type !== "Property" || property.key.type !== "Identifier") continue;
    const { name } = property.key;
    const part = property.shorthand ? own.get(name) : undefined;
    members.set(name, part ?? { id: `${unit.id}.${name}`, node: property.value, scope: inside });
  }
  return members;
};

/** The unit that an expression refers to, if any: by name, or as a member of a factory's object. */
export const unitAt = (node: Node, scope: Scope): Unit | undefined => {
  if (node.type === "Identifier") return scope(node.name);
  if (node.type !== "MemberExpression" || node.object.type !== "Identifier" || node.property.type !== "Identifier")
    return undefined;
  const object = scope(node.object.name);
  return object && membersOf(object)?.get(node.property.name);
};

/** Names that a pattern binds. */
const bound = (pattern: Node | null): string[] => {
  if (pattern?.type === "Identifier") return [pattern.name];
  if (pattern?.type === "Property") return bound(pattern.value);
  if (pattern?.type === "AssignmentPattern") return bound(pattern.left);
  if (pattern?.type === "TSParameterProperty") return bound(pattern.parameter);
  return pattern ? childrenOf(pattern).flatMap(bound) : [];
};

const isFunction = (node: Node) =>
  node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression" || node.type === "FunctionDeclaration";

/** Names that shadow those outside a function: its parameters and declarations, not those of functions inside it. */
const hiddenBy = (node: Node): string[] => {
  const names: string[] = [];
  const see = (one: Node) => {
    if (one.type === "VariableDeclarator") names.push(...bound(one.id));
    if (one === node || !isFunction(one)) for (const child of childrenOf(one)) see(child);
  };
  if ("params" in node && Array.isArray(node.params)) for (const param of node.params) names.push(...bound(param));
  see(node);
  return names;
};

/** All units that a unit names; an object of a factory, named as a whole, stands for all its members. */
const namedBy = ({ id, node, scope }: Unit): Unit[] => {
  const found: Unit[] = [];
  const see = (one: Node, visible: Scope): void => {
    const unit = unitAt(one, visible);
    if (unit) found.push(unit, ...(membersOf(unit)?.values() ?? []));
    if (unit && one.type === "MemberExpression") return;
    if (one.type === "ImportExpression" && one.source.type === "Literal")
      found.push(...moduleAt(join(dirname(id), String(one.source.value))).exported);
    const hidden = isFunction(one) ? new Set(hiddenBy(one)) : undefined;
    const inside: Scope = hidden ? (name) => (hidden.has(name) ? undefined : visible(name)) : visible;
    for (const child of childrenOf(one)) if (!isLabel(child, one)) see(child, inside);
  };
  see(node, scope);
  return found;
};

/** Whether a node is the name of a property, which refers to nothing in scope. */
const isLabel = (child: Node, parent: Node): boolean =>
  (parent.type === "MemberExpression" && child === parent.property && !parent.computed) ||
  (parent.type === "Property" && child === parent.key && !parent.computed && !parent.shorthand);

/** All units that a unit can reach, itself included; `without` names units that are not followed. */
export const reachable = (start: Unit, without: readonly string[] = []): Unit[] => {
  const found = new Map<string, Unit>();
  const open = [start];
  for (let unit = open.pop(); unit; unit = open.pop()) {
    if (found.has(unit.id) || without.includes(unit.id)) continue;
    found.set(unit.id, unit);
    open.push(...namedBy(unit));
  }
  return [...found.values()];
};
