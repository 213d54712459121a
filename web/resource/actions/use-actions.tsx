import { type ReactNode, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { refusalOf } from '@agremia/resources/action.ts'
import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import type { RecordFor } from '../../api/client.ts'
import { cacheRecord, keys, useFields, useResource } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import type { ToastAction } from '../../ui/toasts.tsx'
import { toastDone } from '../toast-done.ts'
import { toastError } from '../toast-error.ts'
import { ActionDialog, type ActionDialogParts } from './action-dialog.tsx'
import { doneOf, initialOf, questionOf } from './action-words.ts'
import { DeclaredIcon } from './declared-icon.tsx'
import { type ActionAnswer, previewAction, runAction } from './run-action.ts'

/** What a screen adds to a declared action. */
export interface ActionSetup<Name extends string = string> extends ActionDialogParts {
  /** Text of the button, where it depends on the record. */
  label?: string
  title?: string
  /** The consequences, where the screen computes them. */
  text?: string | undefined
  initial?: Values
  /** The screen already shows what it does. */
  question?: false
  /** What is done, instead of the declared text. Null: nothing is said. */
  done?: string | null
  /** What can be done when its message is held. */
  ifHeld?: readonly ToastAction[]
  /** After it is done. */
  after?(answer: ActionAnswer<Name>): void
  /** Whether the screen offers it; default: as the record's state allows. */
  isOffered?: boolean
}

export type ActionSetups<Name extends string = string> = Readonly<Record<string, ActionSetup<Name>>>

/** An action that the role and the record's state allow. */
export interface OfferedAction extends MenuAction {
  name: string
  icon: ReactNode
  isDestructive: boolean
  isBusy: boolean
}

export interface OfferedActions {
  /** In the order of the definition. */
  all: OfferedAction[]
  find: (name: string) => OfferedAction | undefined
  /** The dialog of the action that was started; must be rendered. */
  dialog: ReactNode
}

/** The declared actions of a record: asks, runs, says that it is done and reads again what changed. */
export function useActions<Name extends string>(
  resource: Name,
  record: RecordFor<Name>,
  setups: ActionSetups<Name> = noSetups,
): OfferedActions {
  const client = useQueryClient()
  const descriptor = useResource(resource)
  const fields = useFields(resource) ?? noFields
  const [open, setOpen] = useState<{ action: ActionDescriptor; consequences: readonly string[] }>()
  const [busy, setBusy] = useState<string>()
  const setupOf = ({ name }: ActionDescriptor) => setups[name] ?? {}
  const possible = (descriptor?.actions ?? []).filter(
    (action) => setupOf(action).isOffered !== false && refusalOf(action.when ?? [], record) === undefined,
  )

  async function run(action: ActionDescriptor, input: Values): Promise<void> {
    const { done, ifHeld, after } = setupOf(action)
    const answer = await runAction(resource, record._id, action.name, input).catch((error: unknown) => {
      // What the page shows may be why it was refused.
      for (const queryKey of [keys.lists(resource), keys.records(resource)])
        void client.invalidateQueries({ queryKey })
      throw error
    })
    if (!answer) return
    setOpen(undefined)
    if (answer._id === record._id) cacheRecord(client, resource, answer)
    const text = done === undefined ? doneOf(action, fields, { ...record, ...answer }) : done
    if (text !== null) toastDone(answer, text, { sends: action.sends, ifHeld })
    after?.(answer)
  }

  /** The screen may know the consequences only after the dialog opened. */
  function messageOf(action: ActionDescriptor, consequences: readonly string[]): string {
    const { text = descriptor && questionOf(action, descriptor, fields, record).text } = setupOf(action)
    const isOnlyName = action.preview === true && (action.question || {}).text === undefined
    return [isOnlyName ? undefined : text, ...consequences].filter(Boolean).join(' ')
  }

  async function start(action: ActionDescriptor): Promise<void> {
    if (!descriptor) return
    const { title, label = action.label } = setupOf(action)
    const question = questionOf(action, descriptor, fields, record)
    setBusy(action.name)
    try {
      const preview = action.preview ? await previewAction(resource, record._id, action.name) : nothingToAdd
      if (!preview) return
      const message = messageOf(action, preview.consequences)
      if (preview.refusal !== null)
        await confirmDialog({
          title: `${label}: não é possível`,
          message: preview.refusal,
          cancelLabel: 'Fechar',
        })
      else if (action.fields) setOpen({ action, consequences: preview.consequences })
      else if (
        setupOf(action).question === false ||
        !asks(action) ||
        (await confirmDialog(questionFor(message)))
      )
        await run(action, {})
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(undefined)
    }

    function questionFor(message: string) {
      const shared = { title: title ?? question.title, message, confirmLabel: label }
      return action.isDestructive ? ({ ...shared, cancelLabel: 'Voltar', kind: 'delete' } as const) : shared
    }
  }

  const all = possible.map((action) => ({
    name: action.name,
    label: setupOf(action).label ?? action.label,
    icon: <DeclaredIcon name={action.icon} />,
    isDestructive: action.isDestructive ?? false,
    isBusy: busy === action.name,
    run: () => void start(action),
  }))
  return {
    all,
    find: (name) => all.find((action) => action.name === name),
    dialog: open && descriptor && (
      <ActionDialog
        {...setupOf(open.action)}
        title={setupOf(open.action).title ?? questionOf(open.action, descriptor, fields, record).title}
        action={{ ...open.action, label: setupOf(open.action).label ?? open.action.label }}
        intro={messageOf(open.action, open.consequences) || undefined}
        initial={{ ...initialOf(open.action, record), ...setupOf(open.action).initial }}
        recordFields={fields}
        onRun={async (input) => run(open.action, input)}
        onClose={() => setOpen(undefined)}
      />
    ),
  }
}

/** Destructive actions ask even when they declare no question. */
function asks({ question, isDestructive }: ActionDescriptor): boolean {
  return question !== false && (question !== undefined || isDestructive === true)
}

const noSetups: ActionSetups = {}
const noFields = {}
const nothingToAdd = { refusal: null, consequences: [] }
