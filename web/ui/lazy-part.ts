import { type ComponentType, createElement, lazy, type LazyExoticComponent, Suspense } from 'react'

/**
 * A component whose code is loaded on first render. Unlike React's `lazy` it stays suspended when the import
 * resolves to nothing: `reloadWhenCodeIsGone` swallows failed imports and reloads the page when the server
 * responds again.
 */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> } | undefined>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => (await load()) ?? new Promise<never>(() => {}))
}

/** The same for a dialog: until its code is there, the page stays as it is. */
export function lazyDialog<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> } | undefined>,
): ComponentType<Props> {
  const Dialog: ComponentType<Props> = lazyPart(load)
  return (props) => createElement(Suspense, null, createElement(Dialog, props))
}
