/** Props of a container that scrolls and has nothing to focus: the keyboard reaches it. */
export const scrolling = { tabIndex: 0 } as const
