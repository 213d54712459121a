/** The part of autocannon that the measurements use; it brings no types. */
declare module 'autocannon' {
  interface Request {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
    /** Called before each sending; answers the request as it must be sent. */
    setupRequest?: (request: Request) => Request
  }

  interface Options extends Request {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    requests?: Request[]
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
