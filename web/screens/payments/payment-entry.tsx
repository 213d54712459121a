import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { capitalise } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import { faces } from '../../fields/index.ts'
import { plainText } from '../../fields/texts.ts'
import { fieldId, focusField, useFocusOnRefusal } from '../../resource/form/field-focus.ts'
import { useHotkeyHelp } from '../../ui/hotkeys.ts'
import { MemberSearch } from './member-search.tsx'
import { PayerBlock } from './payer-block.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { entryForm, type PaymentEntryControls } from './use-payment-entry.ts'
import { useEntryKeys } from './use-entry-keys.ts'
import classes from './payment-entry.module.css'

interface PaymentEntryProps {
  entry: PaymentEntryControls
  /** The payer came with the entry, and stays. */
  isForOne?: boolean
  /** What stands below who pays. */
  children?: ReactNode
}

/**
 * A payment as it is received at the counter: who pays, what for, how much and how. It is driven by the keyboard alone,
 * one payment after another.
 */
export function PaymentEntry({ entry, isForOne = false, children }: PaymentEntryProps) {
  const root = useRef<HTMLDivElement>(null)
  const { payers } = entry
  useFocusOnRefusal({ id: entryForm, saving: entry.saving, wrong: entry.wrong })
  useFocusOnAmount(entry)
  useEntryKeys(root, entry, !isForOne)
  useHotkeyHelp(keysHere)

  return (
    <div ref={root} className={classes.entry}>
      <div className={classes.sheet}>
        <div className={classes.column}>
          <section className={classes.card} aria-label="De quem e o quê">
            {payers.length > 1 && <WhoPays entry={entry} />}
            {payers.length === 0 && <FirstPayer key={entry.entry} entry={entry} />}
            {payers.map((payer, place) => (
              <PayerBlock key={payer.id} entry={entry} payer={payer} isChangeable={!isForOne || place > 0} />
            ))}
            <ItemsError message={entry.errorOf('items')} />
            {payers.length > 0 && <OtherPayer key={entry.entry} entry={entry} />}
          </section>
          {children}
        </div>
        <PaymentPanel entry={entry} />
      </div>
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

/** Of several on a receipt, the one in whose name it is. */
function WhoPays({ entry }: { entry: PaymentEntryControls }) {
  const { fields, payers, payerId, choosePayer } = entry
  if (!fields.memberId) return null
  const { Input } = faces.select
  const options = payers.map(({ id, record }) => ({ value: id, label: plainText(record?.name) || '…' }))
  return (
    <Input
      id={fieldId(entryForm, 'payerId')}
      field={{ ...fields.memberId, label: 'Quem paga', inputType: 'select', options }}
      value={payerId}
      record={entry.values}
      onChange={(id) => choosePayer(String(id))}
    />
  )
}

/** Families pay together: one receipt, each with their own. */
function OtherPayer({ entry }: { entry: PaymentEntryControls }) {
  const [adding, setAdding] = useState(false)
  if (!adding) {
    return (
      <Button
        variant="subtle"
        className={classes.other}
        leftSection={<IconUserPlus size="1.125rem" stroke={1.5} aria-hidden />}
        onClick={() => setAdding(true)}
      >
        Outra pessoa neste recibo
      </Button>
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

/** Once somebody is chosen and what they owe is there, the amount has the focus and gives way to what is typed. */
function useFocusOnAmount({ payers, entry }: PaymentEntryControls): void {
  const isKnown = payers.length > 0 && payers.every(({ debts }) => debts !== undefined)
  const place = `${entry} ${payers.length} ${isKnown}`
  const wasOn = useRef<string>(undefined)
  const go = useEffectEvent(() => {
    const first = wasOn.current === undefined
    wasOn.current = place
    if (!isKnown) return
    const amount = document.getElementById(fieldId(entryForm, 'amount'))
    if (!first || document.activeElement === document.body) amount?.focus()
    if (!(amount instanceof HTMLInputElement) || document.activeElement !== amount) return
    amount.select()
    // What is owed, which has just come above it, may have pushed it below the window.
    amount.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => go(), [place])
}

const keysHere = [
  { keys: 'Enter', label: 'Escolher, e seguir para o registo', group: 'No pagamento' },
  { keys: ' ', label: 'Marcar ou desmarcar uma dívida', group: 'No pagamento' },
  { keys: 'Alt+a', label: 'Juntar aqueles por quem se pagou da última vez', group: 'No pagamento' },
  { keys: 'Alt+1', label: 'Meio de pagamento, pela ordem', group: 'No pagamento' },
  { keys: 'Escape', label: 'Recomeçar', group: 'No pagamento' },
]
