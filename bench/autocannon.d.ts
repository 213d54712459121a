/** The part of autocannon that the measurements use; it brings no types. */
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
