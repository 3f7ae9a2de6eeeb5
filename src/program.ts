/** Runs a program. If it fails, prints one line (for the configuration, one per problem). */
export function runProgram(main: () => Promise<void>): void {
  // Only this process's user may read the files it creates.
  process.umask(0o077);
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
