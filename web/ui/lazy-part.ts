import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/**
 * A component whose code is loaded when it is first drawn: React's `lazy`, which fails when a lost server did not send the
 * code, because `reloadWhenCodeIsGone` makes such an import resolve to nothing. This stays suspended instead: the page is
 * loaded again when the server answers.
 */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> } | undefined>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => (await load()) ?? new Promise<never>(() => {}))
}
