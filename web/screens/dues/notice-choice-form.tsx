import { Input, Radio, UnstyledButton } from '@mantine/core'
import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { messageEvents } from '@agremia/resources/message-events.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useSettings, useTerminology } from '../../api/queries.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import { ListFilters } from '../../resource/list/list-filters.tsx'
import { noticeStepsText, noticeSteps } from '../messages/index.ts'
import { useDebtFilters } from './debt-filters.ts'
import { automatic, type ChosenDebts, type NoticeChoice } from './notice-choice.ts'
import classes from './notify-members.module.css'

interface NoticeChoiceFormProps {
  choice: NoticeChoice
  chosen: ChosenDebts
  /** The fields of `unsettledPayments`. */
  fields: FieldMap
  onChange: (choice: NoticeChoice) => void
  onClearChosen: () => void
}

/** Chooses who is notified and by which step. */
export function NoticeChoiceForm({ choice, chosen, fields, onChange, onClearChosen }: NoticeChoiceFormProps) {
  // The state of a charge has a chip only when the list brought one: all that is owed is asked for.
  const setups = useDebtFilters().filter(({ field }) => field !== 'status')
  return (
    <div className={classes.form}>
      <Chosen chosen={chosen} onForget={onClearChosen} />
      <FieldInput
        id="notice-minimum"
        field={minimumField}
        value={choice.minimum}
        record={{}}
        onChange={(value) => onChange({ ...choice, minimum: typeof value === 'number' ? value : null })}
      />
      <Input.Wrapper
        label="Só algumas dívidas"
        labelElement="div"
        description="Quem já saiu só é avisado se o seu estado for escolhido aqui."
      >
        <div className={classes.chips}>
          {choice.search !== '' && (
            <SearchChip search={choice.search} onClear={() => onChange({ ...choice, search: '' })} />
          )}
          <ListFilters
            fields={fields}
            setups={setups}
            omit={choice.filters['status'] ? [] : ['status']}
            filters={choice.filters}
            onChange={(filters) => onChange({ ...choice, filters })}
          />
        </div>
      </Input.Wrapper>
      <StepField step={choice.step} onChange={(step) => onChange({ ...choice, step })} />
    </div>
  )
}

/** The search of the list whose charges these are. */
function SearchChip({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <span className={classes.box}>
      Pesquisa: «{search}»<UnstyledButton onClick={onClear}>Retirar a pesquisa</UnstyledButton>
    </span>
  )
}

const minimumField: FieldDescriptor = {
  name: 'minimum',
  type: 'float32',
  validation: [],
  label: 'Dívida mínima',
  group: '',
  inputType: 'money',
}

/** How many charges or members were chosen on another screen, and a button that discards that choice. */
function Chosen({
  chosen: { chargeIds, memberIds },
  onForget,
}: {
  chosen: ChosenDebts
  onForget: () => void
}) {
  const { memberSingular, memberPlural } = useTerminology()
  if (!chargeIds && !memberIds) return null
  return (
    <div className={classes.box}>
      <strong>
        {chargeIds
          ? counted(chargeIds.length, 'dívida escolhida', 'dívidas escolhidas')
          : counted(memberIds?.length ?? 0, memberSingular, memberPlural)}
      </strong>
      <UnstyledButton onClick={onForget}>Escolher de outra forma</UnstyledButton>
    </div>
  )
}

function StepField({ step, onChange }: { step: string; onChange: (step: string) => void }) {
  const { reminderDays = '' } = useSettings()
  return (
    <Radio.Group label="Mensagem" value={step} onChange={onChange}>
      <div className={classes.steps}>
        <Radio
          value={automatic}
          label="A que cabe a cada dívida"
          description={`${noticeStepsText(reminderDays)} Cada uma segue uma só vez por dívida.`}
        />
        {noticeSteps.map((name) => (
          <Radio key={name} value={name} label={messageEvents[name].label} />
        ))}
      </div>
    </Radio.Group>
  )
}
