/**
 * A program on the real host, for tests that need a process of its own: `read DEADLINE [complete]`,
 * `chunks`, `write BYTES`, `env NAME`, `append FILE COUNT MARK`.
 */
import { denoHost } from "../../src/text/deno_host.ts";
import { objectWatcher } from "../../src/text/json.ts";

const host = denoHost();
const [mode, first = "", second = "", third = ""] = Deno.args;

if (mode === "read") {
  const options = { limit: 16 << 20, deadline: Number(first) };
  try {
    const bytes = await host.readStdin(
      second === "complete" ? { ...options, complete: objectWatcher() } : options,
    );
    host.stdout(`${bytes.length} bytes`);
  } catch (error) {
    host.stdout(String(error));
  }
} else if (mode === "chunks") {
  let length = 0;
  try {
    for await (const chunk of host.stdinChunks()) length += chunk.length;
    host.stdout(`${length} bytes`);
  } catch (error) {
    host.stdout(String(error));
  }
} else if (mode === "write") {
  host.stderr(`${host.stdout("x".repeat(Number(first)))}`);
} else if (mode === "env") {
  host.stdout(`${host.env(first)}`);
} else if (mode === "append") {
  for (let record = 0; record < Number(second); record++) {
    // Between 1 and about 200 KB, so that many are larger than a page and some than a pipe.
    const text = third.repeat(1000 + ((record * 7919) % 200) * 1000);
    host.files.append(first, `${JSON.stringify({ writer: third, record, text })}\n`, 0o600);
  }
}
Deno.exit(0);
