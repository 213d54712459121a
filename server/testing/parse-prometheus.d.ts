declare module 'parse-prometheus-text-format' {
  interface Sample {
    labels?: Record<string, string>
    value?: string
  }

  /** Parses the text format of Prometheus. */
  export default function parsePrometheusTextFormat(text: string): { name: string; metrics: Sample[] }[]
}
