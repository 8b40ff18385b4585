/** Words as paths: what of one may be a path, and what is known of it. */
import { globPieces, type PatternPiece } from "../text/glob.ts";
import { isAbsolute, normalizePath } from "../text/paths.ts";
import { tail, type Token } from "./token.ts";

/** The rests of a token that may be a path of their own: of `--file=x`, `-fx`, `if=x`, `a=@x`, `@x`. */
export function attachedPaths(token: Token): readonly Token[] {
  const { text } = token;
  if (!/^[@-]|=/.test(text)) return [];
  const parts: Token[] = [];
  const add = (length: number) => {
    if (length >= text.length) return;
    parts.push(tail(token, length));
    if (text[length] === "@" && length + 1 < text.length) parts.push(tail(token, length + 1));
  };
  if (text.startsWith("@")) add(1);
  if (text.startsWith("-") && !text.startsWith("--")) add(2);
  const equals = text.indexOf("=");
  if (equals > 0) add(equals + 1);
  return parts;
}

/**
 * A partly known word as the pieces of a path. Of one with text in it that is not known, only what is
 * behind that counts: with a `..` it leads anywhere. A glob at the start of a part does not match a
 * leading dot, as in bash.
 */
export function wordPieces({ word }: Token, directory: string | null): readonly PatternPiece[] {
  let written = "";
  const pieces: PatternPiece[] = [];
  for (const piece of word.pieces) {
    const startsPart = written === "" || written.endsWith("/");
    written += piece.text;
    if (piece.kind === "text") pieces.push({ kind: "text", text: piece.text });
    else if (piece.kind === "glob") pieces.push(...partGlob(piece.text, startsPart));
    else if (piece.cause === "number") pieces.push({ kind: "star" });
    else if (piece.cause === "process") pieces.push({ kind: "text", text: "/dev/fd/0" });
    else pieces.splice(0, pieces.length, { kind: "any" });
  }
  const [first, ...rest] = pieces;
  if (first === undefined || first.kind === "any") return pieces;
  const start = first.kind === "text" ? first.text : "";
  const behind = first.kind === "text" ? rest : pieces;
  if (isAbsolute(start)) return pieces;
  if (directory === null) {
    const known = start.replace(/^(?:\.{0,2}\/)+/, "");
    const below: PatternPiece[] = known === "" ? [] : [{ kind: "text", text: known }];
    return [{ kind: "any" }, { kind: "text", text: "/" }, ...below, ...behind];
  }
  const base = directory === "/" ? "/" : `${directory}/`;
  return [{ kind: "text", text: base + start }, ...behind];
}

/** The pieces of a path that starts from a folder, or from any that is not known. */
export function piecesBelow(
  directory: string | null,
  pieces: readonly PatternPiece[],
): readonly PatternPiece[] {
  const [first, ...rest] = pieces;
  const text = first?.kind === "text" ? first.text : "";
  if (isAbsolute(text)) return pieces;
  const base = directory === "/" || directory === null ? "/" : `${directory}/`;
  return [{ kind: "text", text: base + text }, ...(first?.kind === "text" ? rest : pieces)];
}

/** The pieces with their known beginning normalized. */
export function normalizedPieces(pieces: readonly PatternPiece[]): readonly PatternPiece[] {
  const [first, ...rest] = pieces;
  if (first?.kind !== "text") return pieces;
  return [{ kind: "text", text: normalizeStart(first.text) }, ...rest];
}

/** What a shell makes of a glob: at the start of a part it does not match a leading dot. */
export function partGlob(glob: string, startsPart: boolean): readonly PatternPiece[] {
  if (/[()]/.test(glob)) return [{ kind: "any" }];
  if (!startsPart) return globPieces(glob);
  if (glob.startsWith("*")) return globPieces(`[!.]${glob}`);
  return globPieces(glob.replace(/^\?/, "[!.]"));
}

/** The known beginning of a path, normalized as far as its last slash. */
function normalizeStart(text: string): string {
  const slash = text.lastIndexOf("/");
  const folder = normalizePath(text.slice(0, slash + 1));
  return `${folder === "/" ? "" : folder}/${text.slice(slash + 1)}`;
}
