/** A card that stays before the camera is one card; shown again after this long out of sight, it is shown again. */
const outOfSight = 2_000

/** Tells which of the codes that the camera sees have just come into sight. */
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
