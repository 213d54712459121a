import { recordPath } from '@agremia/resources/paths.ts'
import { webhookExample } from '@agremia/resources/webhook-example.ts'
import { RecordActions } from '../../resource/actions/record-actions.tsx'
import { RecordFields } from '../../resource/record-form.tsx'
import { formTab, historyTab, RecordPage, type RecordPageTab } from '../../resource/record-page.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import classes from './developers.module.css'
import { EventField } from './event-field.tsx'
import { IssueAction } from './issue-action.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'

const tabs: readonly RecordPageTab<'webhooks'>[] = [
  {
    ...formTab,
    panel: ({ form }) => (
      <>
        <RecordFields form={form} />
        <EventField form={form} />
      </>
    ),
  },
  {
    name: 'entregas',
    label: 'Entregas',
    panel: ({ record }) => <WebhookDeliveries webhookId={record._id} />,
  },
  { name: 'assinatura', label: 'Assinatura', panel: () => <Verification /> },
  historyTab,
]

/** The page of a webhook: address, events, deliveries, and new keys, shown once. */
export default function WebhookPage() {
  return (
    <RecordPage
      resource="webhooks"
      tabs={tabs}
      head={(part) => ({
        action: (
          <RecordActions {...part} main={<IssueAction path={recordPath('webhooks', part.record._id)} />} />
        ),
      })}
    />
  )
}

function Verification() {
  return (
    <div className={classes.page}>
      <div className={classes.note}>
        <p>
          Os pedidos seguem a norma Standard Webhooks (standardwebhooks.com), que tem bibliotecas em muitas
          linguagens. Sem biblioteca, verifique assim antes de acreditar no pedido:
        </p>
      </div>
      <CopyField label="TypeScript" text={webhookExample} isBlock />
      <div className={classes.note}>
        <ul>
          <li>Responda 2xx em 15 segundos, e trabalhe depois. Outra resposta repete a entrega mais tarde.</li>
          <li>
            A mesma entrega pode chegar mais de uma vez, sempre com o mesmo id: guarde os que já tratou.
          </li>
          <li>
            O registo vai como está no momento do envio: entre dois acontecimentos do mesmo registo, vale o de{' '}
            <code>_version</code> mais alto.
          </li>
        </ul>
      </div>
    </div>
  )
}
