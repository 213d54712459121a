export const CHROMIUM_FLAGS: string[]
interface BrowserOptions {
  whole?: boolean
}
export function findChromium(options?: BrowserOptions): string | undefined
export function findOrInstallChromium(options?: BrowserOptions): Promise<string>
