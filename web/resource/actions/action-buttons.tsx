import { Button, Group, type ButtonProps } from '@mantine/core'
import type { RecordFor } from '../../api/client.ts'
import { type ActionSetups, type OfferedAction, useActions } from './use-actions.tsx'

interface ActionButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  /** Names the record, where several have the button. */
  'aria-label'?: string
  /** Nothing is shown when the action is not offered. */
  action: OfferedAction | undefined
}

/** The button of a declared action. */
export function ActionButton({ action, variant = 'default', ...look }: ActionButtonProps) {
  if (!action) return null
  return (
    <Button
      variant={variant}
      leftSection={action.icon}
      loading={action.isBusy}
      onClick={action.run}
      {...look}
    >
      {action.label}
    </Button>
  )
}

interface ActionButtonsProps<Name extends string> extends Pick<ButtonProps, 'size'> {
  resource: Name
  record: RecordFor<Name>
  setups?: ActionSetups<Name>
  /** The actions to show; default: all. */
  names?: readonly string[]
}

/** A button for each action that is possible in the record's state. */
export function ActionButtons<Name extends string>(props: ActionButtonsProps<Name>) {
  const { resource, record, setups, names, size } = props
  const { all, dialog } = useActions(resource, record, setups)
  const shown = all.filter(({ name }) => names?.includes(name) ?? true)
  return (
    <>
      {shown.length > 0 && (
        <Group gap="0.625rem">
          {shown.map((action) => (
            <ActionButton key={action.name} action={action} {...(size !== undefined && { size })} />
          ))}
        </Group>
      )}
      {dialog}
    </>
  )
}
