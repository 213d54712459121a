import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

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
