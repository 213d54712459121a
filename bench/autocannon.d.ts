/** Types of the part of autocannon that is used; the package has none. */
declare module 'autocannon' {
  interface Options {
    url: string
    headers: Record<string, string>
    connections: number
    /** Seconds. */
    duration: number
  }

  interface Result {
    /** Seconds. */
    duration: number
    errors: number
    non2xx: number
    '2xx': number
  }

  export default function autocannon(options: Options): Promise<Result>
}
