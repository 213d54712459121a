import type { ReactNode } from 'react'
import { Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { allows } from '@agremia/resources/access.ts'
import { ActionMenu, type MenuAction } from '../../ui/action-menu.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { type Instead, useDeletion } from '../deletions.tsx'
import { type DescribedRecord, useRecordAddress } from '../loaded-record.tsx'
import { type ActionSetups, useActions } from './use-actions.tsx'

interface RecordActionsProps<Name extends string> extends DescribedRecord<Name> {
  /** Main action of the page; default: the first of the definition that destroys nothing. */
  main?: ReactNode
  /** The action that is the main one. */
  first?: string
  setups?: ActionSetups<Name>
}

/** Actions that are possible in the record's state: one as a button, the others in a menu. */
export function RecordActions<Name extends string>(props: RecordActionsProps<Name>) {
  const { record, descriptor, main, first, setups }: RecordActionsProps<string> = props
  const { all, find, dialog } = useActions(descriptor.name, record, setups)
  const deletion = useDeleteAction({ record, descriptor })
  const firstOf = () => all.find(({ isDestructive }) => !isDestructive)
  const button = (first !== undefined && find(first)) || (main === undefined ? firstOf() : undefined)
  return (
    <Group gap="0.625rem">
      <ActionMenu actions={[...all.filter((action) => action !== button), ...deletion]} />
      {button ? (
        <PageAction label={button.label} icon={null} loading={button.isBusy} onClick={button.run} />
      ) : (
        main
      )}
      {dialog}
    </Group>
  )
}

export type ActionTarget<Name extends string = string> = Pick<DescribedRecord<Name>, 'record' | 'descriptor'>

interface DeletionWords {
  label?: string
  instead?: Instead | undefined
}

/** Menu entry that deletes the record and opens its list; empty when the person may not delete it. */
export function useDeleteAction(
  { record, descriptor }: ActionTarget,
  { label = 'Eliminar', instead }: DeletionWords = {},
): MenuAction[] {
  const remove = useDeletion(descriptor, { instead })
  const navigate = useNavigate()
  const { listPath } = useRecordAddress()
  if (!allows(descriptor.may.delete, record)) return []
  return [
    {
      label,
      icon: <IconTrash size="1.125rem" stroke={1.5} />,
      isDestructive: true,
      run: () => void remove(record).then((gone) => gone && navigate(listPath)),
    },
  ]
}
