import type { ReactNode } from 'react'
import { Button, Group } from '@mantine/core'
import { IconSearchOff, IconStack2 } from '@tabler/icons-react'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { isApiError } from '../../api/client.ts'
import { EmptyState, ErrorState } from '../../ui/message-state.tsx'
import type { Filters } from './list-state.ts'
import classes from './list-problem.module.css'
import type { Elsewhere } from './use-list.ts'

interface ListProblemProps {
  descriptor: ResourceDescriptor
  error: Error | null
  /** Without search and filters. */
  isBare: boolean
  purpose: string | undefined
  /** Action that creates the first record. */
  firstAction: ReactNode
  elsewhere: Elsewhere | undefined
  elsewhereWords?: string | undefined
  onRetry: () => void
  onFilter: (filters: Filters) => void
  onShowAll: () => void
}

/** Empty or error state in place of the rows. */
export function ListProblem(props: ListProblemProps) {
  return (
    <div className={classes.surface}>
      <Problem {...props} />
    </div>
  )
}

function Problem(props: ListProblemProps) {
  const { descriptor, error, isBare, purpose, firstAction, elsewhere, onRetry, onFilter, onShowAll } = props
  const { elsewhereWords = 'noutros estados' } = props
  const many = descriptor.label.many.toLowerCase()
  if (error) {
    return (
      <ErrorState
        title={`Não foi possível carregar ${many}`}
        message={isApiError(error) ? error.message : undefined}
        onRetry={onRetry}
      />
    )
  }
  const words = descriptor.label.counted ?? { one: descriptor.label.one.toLowerCase(), many }
  if (!isBare) {
    return (
      <EmptyState
        icon={<IconSearchOff stroke={1.5} />}
        title="Sem resultados"
        action={
          <Group gap="0.625rem" justify="center">
            {elsewhere && (
              <Button onClick={() => onFilter(elsewhere.filters)}>
                Ver {counted(elsewhere.count, words.one, words.many)} {elsewhereWords}
              </Button>
            )}
            <Button variant="default" onClick={onShowAll}>
              Limpar a pesquisa e os filtros
            </Button>
          </Group>
        }
      >
        Nada corresponde à pesquisa e aos filtros escolhidos.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<IconStack2 stroke={1.5} />} title={`Ainda não há ${many}`} action={firstAction}>
      {purpose}
    </EmptyState>
  )
}
