/** In milliseconds. A code counts as shown again only after it was out of sight for this long. */
const outOfSight = 2_000

/** Dedupes the codes of consecutive frames: reports a code only when it comes into sight. */
export class SeenCodes {
  readonly #lastSeen = new Map<string, number>()

  /** `moment` in milliseconds. */
  comeIntoSight(codes: readonly string[], moment: number): string[] {
    const fresh = [...new Set(codes)].filter(
      (code) => moment - (this.#lastSeen.get(code) ?? -Infinity) > outOfSight,
    )
    for (const code of codes) this.#lastSeen.set(code, moment)
    return fresh
  }
}
