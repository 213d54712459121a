let handed: readonly File[] = []

/** Hands files over to the screen that sends them, since an address cannot. */
export function handFiles(files: readonly File[]): void {
  handed = files
}

/** The files that another screen handed over, once. */
export function takeHandedFiles(): readonly File[] {
  const files = handed
  handed = []
  return files
}
