import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { IconUserPlus } from '@tabler/icons-react'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { useTerminology } from '../../api/queries.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import { fieldId, focusField, useFocusOnRefusal } from '../../resource/form/field-focus.ts'
import { EntrySheet } from '../../ui/entry-sheet.tsx'
import { useHotkeyHelp } from '../../ui/hotkeys.ts'
import { isFocusFree } from '../../ui/page-heading.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { MemberSearch } from './member-search.tsx'
import { PayerBlock } from './payer-block.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { entryForm, type PaymentEntryControls } from './use-payment-entry.ts'
import { useEntryKeys } from './use-entry-keys.ts'
import classes from './payment-entry.module.css'

interface PaymentEntryProps {
  entry: PaymentEntryControls
  /** The first payer is given and cannot be removed. */
  isForOne?: boolean
  /** Shown below the payers. */
  children?: ReactNode
}

/** The form that registers payments one after another; it can be used with the keyboard alone. */
export function PaymentEntry({ entry, isForOne = false, children }: PaymentEntryProps) {
  const root = useRef<HTMLDivElement>(null)
  const { payers } = entry
  useFocusOnRefusal({ id: entryForm, saving: entry.saving, wrong: entry.wrong })
  useFocusOnAmount(entry)
  useEntryKeys(root, entry, !isForOne)
  useHotkeyHelp(entryHotkeys)

  return (
    <div ref={root}>
      <EntrySheet label="De quem e o quê" below={children} panel={<PaymentPanel entry={entry} />}>
        {payers.length > 1 && <PayerChoice entry={entry} />}
        {payers.length === 0 && <FirstPayer key={entry.entry} entry={entry} />}
        {payers.map((payer, index) => (
          <PayerBlock key={payer.id} entry={entry} payer={payer} isChangeable={!isForOne || index > 0} />
        ))}
        <ItemsError message={entry.errorOf('items')} />
        {payers.length > 0 && <OtherPayer key={entry.entry} entry={entry} />}
      </EntrySheet>
    </div>
  )
}

function FirstPayer({ entry }: { entry: PaymentEntryControls }) {
  const { memberSingular } = useTerminology()
  return (
    <MemberSearch
      id={fieldId(entryForm, 'memberId')}
      label={capitalise(memberSingular)}
      entry={entry.entry}
      except={[]}
      error={entry.errorOf('memberId')}
      onChoose={entry.addPayer}
      isFirst
    />
  )
}

/** Chooses in whose name a receipt with several members is issued. */
function PayerChoice({ entry }: { entry: PaymentEntryControls }) {
  const { fields, payers, payerId, choosePayer } = entry
  if (!fields.memberId) return null
  const options = payers.map(({ id, record }) => ({ value: id, label: record?.name || '…' }))
  return (
    <FieldInput
      id={fieldId(entryForm, 'payerId')}
      field={{ ...fields.memberId, label: 'Quem paga', inputType: 'select', options }}
      value={payerId}
      record={entry.values}
      onChange={(id) => choosePayer(String(id))}
    />
  )
}

/** Adds another member to the receipt, for example of the same family. */
function OtherPayer({ entry }: { entry: PaymentEntryControls }) {
  const [adding, setAdding] = useState(false)
  if (!adding) {
    return (
      <CommandButton
        icon={IconUserPlus}
        label="Outra pessoa neste recibo"
        variant="subtle"
        className={classes.other}
        onClick={() => setAdding(true)}
      />
    )
  }
  const leave = () => {
    setAdding(false)
    focusField(entryForm, 'amount')
  }
  return (
    <MemberSearch
      id={fieldId(entryForm, 'other')}
      label="Outra pessoa neste recibo"
      entry={entry.entry}
      except={entry.payers.map(({ id }) => id)}
      error={undefined}
      onChoose={(member) => {
        entry.addPayer(member)
        leave()
      }}
      onLeave={leave}
      isFirst
    />
  )
}

function ItemsError({ message }: { message: string | undefined }) {
  return message === undefined ? null : (
    <p className={classes.error} role="alert">
      {message}
    </p>
  )
}

/**
 * When a payer's charges have loaded, focuses the amount and selects its text, so that typing replaces it; unless the person is in
 * another field of the payment already.
 */
function useFocusOnAmount({ payers, entry }: PaymentEntryControls): void {
  const isLoaded = payers.length > 0 && payers.every(({ debts }) => debts !== undefined)
  const stage = `${entry} ${payers.length} ${isLoaded}`
  const lastStage = useRef<string>(undefined)
  const focusAmount = useEffectEvent(() => {
    const isFirst = lastStage.current === undefined
    lastStage.current = stage
    if (!isLoaded) return
    const amount = document.getElementById(fieldId(entryForm, 'amount'))
    const focused = document.activeElement
    const isElsewhere = isFirst ? !isFocusFree() : amount?.closest('section')?.contains(focused)
    if (!isElsewhere) amount?.focus()
    if (!(amount instanceof HTMLInputElement) || document.activeElement !== amount) return
    amount.select()
    // The charges that were just drawn above may have pushed the amount out of view.
    amount.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => focusAmount(), [stage])
}

const entryHotkeys = [
  { keys: 'Enter', label: 'Escolher, e seguir para o registo', group: 'No pagamento' },
  { keys: ' ', label: 'Marcar ou desmarcar uma dívida', group: 'No pagamento' },
  { keys: 'Alt+a', label: 'Juntar aqueles por quem se pagou da última vez', group: 'No pagamento' },
  { keys: 'Alt+1', label: 'Meio de pagamento, pela ordem', group: 'No pagamento' },
  { keys: 'Escape', label: 'Recomeçar', group: 'No pagamento' },
]
