import { Suspense } from 'react'
import type { ActionIcon } from '@agremia/resources/action.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const LoadedIcon = lazyPart(async () => {
  const { actionIcons } = await import('./action-icons.ts')
  return {
    default: function LoadedIcon({ name }: { name: ActionIcon }) {
      const Icon = actionIcons[name]
      return <Icon size="1.125rem" stroke={1.5} aria-hidden />
    },
  }
})

const blank = <span style={{ width: '1.125rem', height: '1.125rem' }} aria-hidden />

/** The icon of an action. The icons of all actions load with the first one. */
export function DeclaredIcon({ name }: { name: ActionIcon }) {
  return (
    <Suspense fallback={blank}>
      <LoadedIcon name={name} />
    </Suspense>
  )
}
