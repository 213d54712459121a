/** Storage in memory, for the lifetime of the page. */
class MemoryStorage implements Storage {
  readonly #values = new Map<string, string>()

  get length(): number {
    return this.#values.size
  }

  key(index: number): string | null {
    return [...this.#values.keys()][index] ?? null
  }

  getItem(name: string): string | null {
    return this.#values.get(name) ?? null
  }

  setItem(name: string, value: string): void {
    this.#values.set(name, value)
  }

  removeItem(name: string): void {
    this.#values.delete(name)
  }

  clear(): void {
    this.#values.clear()
  }
}

/**
 * Replaces storage that the browser blocks, as in a third-party frame, where even reading the property throws.
 * Must be imported before modules that use storage.
 */
export function replaceBlockedStorage(name: 'localStorage' | 'sessionStorage'): void {
  try {
    void window[name].length
  } catch {
    Object.defineProperty(window, name, { configurable: true, value: new MemoryStorage() })
  }
}

for (const name of ['localStorage', 'sessionStorage'] as const) replaceBlockedStorage(name)
