declare module 'openapi-explorer' {
  /** A Lit element. Only what `api-explorer.ts` uses. */
  export default class OpenApiExplorer extends HTMLElement {
    static finalizeStyles(): CSSStyleSheet[]
    renderStyle: 'focused' | 'view'
    explorerLocation: string
    handleResize(): void
    requestUpdate(): void
    loadSpec(document: object): Promise<void>
  }
}
