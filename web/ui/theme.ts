import { createTheme } from '@mantine/core'

/** Colours, fonts and radii stand in `tokens.css`; here only what Mantine decides in code. */
export const theme = createTheme({
  primaryColor: 'blue',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: { defaultProps: { size: 'lg', variant: 'subtle', color: 'gray' } },
    Button: { defaultProps: { size: 'sm' } },
    Drawer: { defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Fechar' } } },
    Menu: { defaultProps: { shadow: 'md', radius: 'md', transitionProps: { duration: 120 } } },
    Modal: { defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Fechar' } } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
  },
})
