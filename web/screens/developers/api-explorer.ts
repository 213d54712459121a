import OpenApiExplorer from 'openapi-explorer'
import styles from './api-explorer.css?inline'

const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)

/** `<api-explorer>`: shows one operation, whose document `loadSpec` takes. The page has the address, the heading and the focus. */
class ApiExplorer extends OpenApiExplorer {
  static override finalizeStyles(): CSSStyleSheet[] {
    return [...super.finalizeStyles(), sheet]
  }

  /** Instead of an accordion on narrow screens. */
  override handleResize(): void {
    this.renderStyle = 'focused'
  }

  /** Instead of adding to the history, scrolling and taking the focus. */
  override scrollTo(): void {
    // The only operation is shown for any location that is unknown.
    this.explorerLocation = 'operation'
  }
}

customElements.define('api-explorer', ApiExplorer)
