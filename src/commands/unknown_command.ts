/** A subcommand that is none, or none of this version. */
import { UsherError } from "../text/error.ts";
import { nearest } from "../text/suggest.ts";
import { commandNames, exitOfLater } from "./catalogue.ts";
import { type Command, failWith } from "./command.ts";

/** The subcommand of this name: it prints an error. */
export function unknownCommand(name: string): Command {
  return (host, args) => {
    const later = exitOfLater(name);
    if (later !== null) {
      const error = new UsherError(name, "not available in this version");
      return Promise.resolve(failWith(host, error, later));
    }
    const near = nearest(name, commandNames);
    const hint = near === null
      ? "'usher help' lists the commands"
      : `did you mean 'usher ${near}'?`;
    const error = new UsherError("unknown command", `'${name}'`, { hint });
    // A hook entry whose words are in another order must not become the denial that 2 is to an agent.
    const code = args.some((arg) => arg === "hook" || arg.startsWith("--agent")) ? 1 : 2;
    return Promise.resolve(failWith(host, error, code));
  };
}
