import { createTheme } from '@mantine/core'

/**
 * The options element scrolls, without Mantine's ScrollArea around it: the focus stays in the input. Options open by a click, an arrow or
 * typing: the first field of a form has the focus at once, and open options would cover the others.
 */
const list = {
  withScrollArea: false,
  openOnFocus: false,
  styles: { options: { maxHeight: '14rem', overflowY: 'auto' } },
}

/** Mantine's theme. Colours, fonts and radii are in `tokens.css`. */
export const theme = createTheme({
  primaryColor: 'blue',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: { defaultProps: { size: 'lg', variant: 'subtle', color: 'gray' } },
    Button: { defaultProps: { size: 'sm' } },
    // Closed dropdowns are not rendered: a form with many would render all their options.
    Combobox: { defaultProps: { keepMounted: false } },
    Drawer: { defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Fechar' } } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        radius: 'md',
        transitionProps: { duration: 120 },
        // The first item gets the focus; the placeholder would be an invalid child of a menu.
        withInitialFocusPlaceholder: false,
      },
    },
    MultiSelect: { defaultProps: list },
    Modal: { defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Fechar' } } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
    Select: { defaultProps: list },
  },
})
