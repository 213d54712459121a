import type { EmbeddedWords } from '@agremia/resources/embedded-words.ts'
import { readEarlyAnswer } from '../api/early-requests.ts'
import { drawFirstRows, type FirstRows } from '../resource/list/first-rows.ts'
import toolbar from '../resource/list/list-toolbar.module.css'
import list from '../resource/record-list.module.css'
import { searchLabel } from '../resource/list/list-state.ts'
import { element, endFirstLayer, showFirstLayer } from '../ui/first-layer.ts'
import page from '../ui/page.module.css'
import searchField from '../ui/search-field.module.css'
import footer from './footer.module.css'
import classes from './first-rows-layer.module.css'
import headerBar from './header-bar.module.css'
import { isBannerExpected, isMenuCollapsed } from './first-layout.ts'
import shell from './shell.module.css'
import sidebar from './sidebar.module.css'
import type { AppRoute } from './app-route.ts'

/** Narrower windows wrap the toolbar above the rows, or show cards instead of a table. */
const roomy = '(min-width: 75em)'

/**
 * Draws the first rows of a list before the application's code is loaded. Returns false, and draws nothing,
 * when the layout could shift later, for example because of a banner.
 */
export async function drawFirstList(route: AppRoute, words: EmbeddedWords): Promise<boolean> {
  if (!route.firstList || !matchMedia(roomy).matches || !navigator.onLine) return false
  try {
    const [rows, settings] = await Promise.all([
      drawFirstRows(route.firstList, words),
      readEarlyAnswer<{ data: { name: string; value: string }[] }>('settings'),
    ])
    const hasValue = (name: string, value: string) =>
      settings.data.some((each) => each.name === name && each.value === value)
    const hasBanner = hasValue('staging', 'true') || hasValue('SendMessages', 'false') || isBannerExpected()
    if (!rows || hasBanner) return false
    showFirstLayer(frame(route.title, rows))
    rows.fill()
    return true
  } catch {
    // The application repeats the request and shows the error.
    return false
  }
}

/** Empty boxes of the shell's layout around the list. */
function frame(title: string, rows: FirstRows): HTMLElement {
  const layer = element(
    'div',
    { class: classes.layer },
    element(
      'div',
      { class: shell.shell },
      element('div', { class: sidebar.sidebar, 'data-collapsed': String(isMenuCollapsed()) }),
      element(
        'div',
        { class: shell.side },
        element('div', { class: headerBar.bar }, element('div', { class: headerBar.row })),
        element('div', { class: shell.main }, body(title, rows)),
        element('div', { class: footer.footer }),
      ),
    ),
  )
  layer.addEventListener('click', ({ target }) => open(target))
  return layer
}

function body(title: string, { scroller, search }: FirstRows): HTMLElement {
  const hidden = { 'aria-hidden': 'true' }
  return element(
    'div',
    { class: page.page, 'data-fill': 'true' },
    element('div', { class: page.head, ...hidden }, element('h1', { class: page.title }, title)),
    element(
      'div',
      { class: page.body },
      element(
        'div',
        { class: `${toolbar.toolbar} ${classes.toolbar}` },
        element(
          'div',
          { class: `${searchField.field} ${toolbar.search}` },
          element('input', {
            class: searchField.input,
            type: 'search',
            autocomplete: 'off',
            'aria-label': searchLabel(title),
            placeholder: search.hint,
            value: search.text,
          }),
        ),
      ),
      element('div', { class: list.holder, ...hidden }, scroller),
    ),
  )
}

/** Opens a clicked row: the address changes, and the router follows if it is already running. */
function open(target: EventTarget | null): void {
  const path = target instanceof Element ? target.closest('[data-opens]')?.getAttribute('data-opens') : null
  if (!path) return
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
  endFirstLayer()
}
