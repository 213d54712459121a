import { createTheme } from '@mantine/core'

/** The list of choices scrolls, and nothing around it: the focus is in its field. */
const scrolledList = { withScrollArea: false, styles: { options: { maxHeight: '14rem', overflowY: 'auto' } } }

/** Colours, fonts and radii stand in `tokens.css`; here only what Mantine decides in code. */
export const theme = createTheme({
  primaryColor: 'blue',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: { defaultProps: { size: 'lg', variant: 'subtle', color: 'gray' } },
    Button: { defaultProps: { size: 'sm' } },
    // A closed list has no choices in the page: a form with many would draw and measure them all.
    Combobox: { defaultProps: { keepMounted: false } },
    Drawer: { defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Fechar' } } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        radius: 'md',
        transitionProps: { duration: 120 },
        // Its first item has the focus: a menu holds nothing but items.
        withInitialFocusPlaceholder: false,
      },
    },
    MultiSelect: { defaultProps: scrolledList },
    Modal: { defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Fechar' } } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
    Select: { defaultProps: scrolledList },
  },
})
