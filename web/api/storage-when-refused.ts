/** What is kept for as long as the page lasts. */
class PassingStorage implements Storage {
  readonly #kept = new Map<string, string>()

  get length(): number {
    return this.#kept.size
  }

  key(index: number): string | null {
    return [...this.#kept.keys()][index] ?? null
  }

  getItem(name: string): string | null {
    return this.#kept.get(name) ?? null
  }

  setItem(name: string, value: string): void {
    this.#kept.set(name, value)
  }

  removeItem(name: string): void {
    this.#kept.delete(name)
  }

  clear(): void {
    this.#kept.clear()
  }
}

/**
 * A page shown inside that of another site may be refused what browsers keep for it, and merely asking throws. What it
 * would keep then lasts as long as the page. To be imported before anything that keeps something.
 */
export function replaceWhenRefused(name: 'localStorage' | 'sessionStorage'): void {
  try {
    void window[name].length
  } catch {
    Object.defineProperty(window, name, { configurable: true, value: new PassingStorage() })
  }
}

for (const name of ['localStorage', 'sessionStorage'] as const) replaceWhenRefused(name)
