/** The machines that usher is built for. */
import { Failure } from "./project.ts";

/** One machine. */
export interface Target {
  /** Ours: `<os>-<cpu>` as npm writes them. */
  readonly name: string;
  /** Deno's name. */
  readonly triple: string;
  /** What an executable's name ends with. */
  readonly extension: "" | ".exe";
  /** An npm package whose program carries the runtime of the very Deno that we build with. */
  readonly runtime: {
    readonly package: string;
    /** Of the package's archive, base64. */
    readonly sha512: string;
  };
}

/** Every target. */
export const targets: readonly Target[] = [
  {
    name: "linux-x64",
    triple: "x86_64-unknown-linux-gnu",
    extension: "",
    runtime: {
      package: "@stdy/cli-linux-x64@0.22.2",
      sha512:
        "kp5QdG26EC8gEzVXI0YgzmiiFHz7DFCNRLNfAWa2rDPHr/jUBnfkP8AlbTPmv0YNQpnKn1wzSWHFw88fn/OTog==",
    },
  },
  {
    name: "linux-arm64",
    triple: "aarch64-unknown-linux-gnu",
    extension: "",
    runtime: {
      package: "@stdy/cli-linux-arm64@0.22.2",
      sha512:
        "HjSQdAt40CpYIauUKJ1xyIEsdrf5LtQP1x8Su7BEZJN94807ROJXxabW+jXyc48823tVBkrnxNUUTrBK4TVTRw==",
    },
  },
  {
    name: "darwin-arm64",
    triple: "aarch64-apple-darwin",
    extension: "",
    runtime: {
      package: "@stdy/cli-darwin-arm64@0.22.2",
      sha512:
        "k5WGyCQl7DDpYWy3BI5TxGIxOdUpMeJ0q7kUi1EYs7Y72B/q0hIKDv3/fCgoZPWBI+N9XjnlSyetaxVQTRvWow==",
    },
  },
  {
    name: "darwin-x64",
    triple: "x86_64-apple-darwin",
    extension: "",
    runtime: {
      package: "@stdy/cli-darwin-x64@0.22.2",
      sha512:
        "BYbQhEqBiEd+G9IyXWLpgAcSXFKMr6W3ZQXiOS3O5NnOWv+bNuyo793eBvEJ5fRKiuCV6n/ANVSJZLFOf6Nzog==",
    },
  },
  {
    name: "win32-x64",
    triple: "x86_64-pc-windows-msvc",
    extension: ".exe",
    runtime: {
      package: "@stdy/cli-win32-x64@0.22.2",
      sha512:
        "7ZsJltOYVvMTl6eAy1AKMya7TFhb629FXr/BKZTyQsBrPj28rAaebQSTFYs1IZN0+n6LnJTpue6m4SIkevqBNA==",
    },
  },
];

/** The target of the machine that this runs on; `undefined` where usher is not built for it. */
export function hostTarget(): Target | undefined {
  const os = Deno.build.os === "windows" ? "win32" : Deno.build.os;
  const cpu = Deno.build.arch === "x86_64" ? "x64" : "arm64";
  return targets.find(({ name }) => name === `${os}-${cpu}`);
}

/**
 * The target of the machine that this runs on.
 * @throws Failure where usher is not built for it.
 */
export function requireHostTarget(): Target {
  const host = hostTarget();
  if (host === undefined) throw new Failure("usher is not built for this kind of machine.");
  return host;
}
