import { fillTerms } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../../api/queries.ts'
import type { FormControls } from '../../../resource/record-form.tsx'
import { useDebtFilters } from '../debt-filters.ts'
import { AudienceBox, ChosenOnes, AudienceSearch } from '../../messages/index.ts'
import { audienceOf, chosenText, allDebtors } from './payment-audience.ts'

/** Chooses the recipients: debtors of chosen charges or members, or of charges that a search finds at the time of sending. */
export function PaymentAudienceField({ form }: { form: FormControls }) {
  const terminology = useTerminology()
  const filters = useDebtFilters()
  const audience = audienceOf(form.values)
  const chosen = chosenText(audience, terminology)
  const error = form.errorOf('memberIds') ?? form.errorOf('unsettledPaymentIds') ?? form.errorOf('debts')
  return (
    <AudienceBox error={error}>
      {chosen === undefined ? (
        <AudienceSearch
          resource="unsettledPayments"
          setups={filters}
          label="Pesquisar dívidas"
          placeholder={fillTerms('Nome ou número {do} {memberSingular}…', terminology)}
          query={audience.debts?.query ?? {}}
          onChange={(query) => form.set('debts', { query })}
        />
      ) : (
        <ChosenOnes onChange={() => form.setMany({ ...allDebtors })}>{chosen}</ChosenOnes>
      )}
    </AudienceBox>
  )
}
