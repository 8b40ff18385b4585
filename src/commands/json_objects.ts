/** Cutting streamed lines into JSON objects, holding no more of them than one object. */

/** More than this, in UTF-16 units, is no object that anyone would check. */
const longest = 16 << 20;

/** A piece of text that ought to be one JSON object. */
export interface ObjectText {
  readonly text: string;
  /** The line that it begins in, from 1. */
  readonly line: number;
}

/** Cuts lines into objects, by a look at brackets and quotes. Nothing is validated. */
export interface ObjectReader {
  /** Takes one line, without its newline; gives the object when it is whole or can never be. */
  line(text: string): ObjectText | null;
  /** What is left at the end. */
  end(): ObjectText | null;
}

/** A reader before the line with this number. */
export function objectReader(firstLine: number): ObjectReader {
  let lines: string[] = [];
  let next = firstLine, begun = firstLine, size = 0, depth = 0;
  let inString = false;

  const give = (): ObjectText | null => {
    if (lines.length === 0) return null;
    const object = { text: lines.join("\n"), line: begun };
    lines = [];
    size = depth = 0;
    inString = false;
    return object;
  };

  /** Follows the brackets of one line; whether the object ends in it. */
  const ends = (text: string): boolean => {
    for (let i = 0; i < text.length; i++) {
      const char = text[i];
      if (inString) {
        if (char === "\\") i++;
        else if (char === '"') inString = false;
      } else if (char === '"') inString = true;
      else if (char === "{" || char === "[") depth++;
      else if (char === "}" || char === "]") depth--;
    }
    // A string cannot go on in the next line, and nothing can follow what is no object.
    return depth <= 0 || inString;
  };

  return {
    line(text) {
      const number = next++;
      if (lines.length === 0 && text.trim() === "") return null;
      if (lines.length === 0) begun = number;
      lines.push(text);
      size += text.length + 1;
      return ends(text) || size > longest ? give() : null;
    },
    end: give,
  };
}
