// Reads an XML part of a workbook in pieces, with the path of each element and text.
import { TextDecoder } from "node:util";
import sax from "sax";
import { damaged } from "./refusals.ts";

/** Attributes by their names without a namespace. */
export type Attributes = Record<string, string | undefined>;

/** A path is the names from the root, without namespaces, such as "worksheet/sheetData/row". */
export interface XmlHandlers {
  onOpen?: (path: string, attributes: Attributes, place: Place) => void;
  /** A text may come in several pieces. */
  onText?: (path: string, text: string) => void;
  onClose?: (path: string, place: Place) => void;
}

/** Where a tag stands in the text of the part, without a byte order mark. */
export interface Place {
  from: number;
  to: number;
}

/** Characters of an attribute at most: a list of cell ranges can have more than the parser's own 64 KB. */
Object.assign(sax, { MAX_BUFFER_LENGTH: 1024 * 1024 });
/** Bytes that are parsed at a time. */
const pieceBytes = 64 * 1024;
/** Elements inside each other; a sheet has about ten. */
const maxDepth = 50;

/** 400 if the part is not well-formed. A handler's errors pass through. */
export const readXml = (part: Buffer, { onOpen, onText, onClose }: XmlHandlers): void => {
  const paths: string[] = [];
  const currentPath = () => paths.at(-1) ?? "";
  const parser = sax.parser(true);
  const place = (): Place => ({ from: parser.startTagPosition - 1, to: parser.position });
  parser.onopentag = ({ name, attributes }) => {
    if (paths.length >= maxDepth) throw damaged();
    const path = paths.length > 0 ? `${currentPath()}/${localName(name)}` : localName(name);
    paths.push(path);
    onOpen?.(path, withoutNamespaces(attributes as Record<string, string>), place());
  };
  parser.ontext = parser.oncdata = (text) => onText?.(currentPath(), text);
  parser.onclosetag = () => {
    onClose?.(currentPath(), place());
    paths.pop();
  };
  // A document type could define entities; the format forbids it.
  parser.ondoctype = parser.onerror = () => {
    throw damaged();
  };
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (let at = 0; at < part.length; at += pieceBytes) {
    parser.write(decode(decoder, part.subarray(at, at + pieceBytes), at + pieceBytes < part.length));
    // So that a long text comes in pieces, and not whole when it ends.
    parser.flush();
  }
  parser.close();
};

const decode = (decoder: TextDecoder, bytes: Buffer, stream: boolean): string => {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    throw damaged();
  }
};

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

const withoutNamespaces = (attributes: Record<string, string>): Attributes => {
  const plain: Attributes = {};
  for (const name in attributes) plain[localName(name)] = attributes[name];
  return plain;
};
