/** Standard output in few large writes. */
import type { Host } from "../text/host.ts";

/** Text is collected up to about this many characters. */
const batchSize = 1 << 16;

/** Collects text for standard output. */
export interface BatchedOutput {
  write(text: string): void;
  /** Writes what is collected; false when the reader is gone, after which nothing is written. */
  flush(): boolean;
}

/** An empty batch. */
export function batchedOutput(host: Host): BatchedOutput {
  let collected = "";
  let open = true;
  const flush = () => {
    if (open && collected !== "") open = host.stdout(collected);
    collected = "";
    return open;
  };
  return {
    write(text) {
      collected += text;
      if (collected.length > batchSize) flush();
    },
    flush,
  };
}
