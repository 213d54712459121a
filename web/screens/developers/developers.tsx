import { fillTerms } from '@agremia/resources/terminology.ts'
import { Anchor } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTerminology } from '../../api/queries.ts'
import { newSecretPath, newWebhookPath, referencePath } from '../../paths/account.ts'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { SettingsPage, SettingsPanel, type SettingsTab } from '../../resource/settings/settings-page.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import classes from './developers.module.css'

/** What programmers need: secrets, the address of the API and its description; webhooks; how assistants connect. */
export default function Developers() {
  return <SettingsPage title="Programadores" tabs={tabs()} />
}

const tabs = (): SettingsTab[] => [
  { name: 'api', label: 'API', panel: <Api /> },
  { name: 'webhooks', label: 'Webhooks', panel: <Webhooks /> },
  { name: 'assistentes', label: 'Assistentes', panel: <Assistants /> },
]

function Api() {
  return (
    <div className={classes.page}>
      <p className={classes.note}>
        Outros programas, como o sítio da associação, leem e escrevem pela API o que esta aplicação mostra.
        Cada um tem a sua chave, com as permissões de que precisa e mais nenhuma. A{' '}
        <Anchor inherit underline="always" component={AppLink} to={referencePath}>
          referência da API
        </Anchor>{' '}
        mostra todos os pedidos, com exemplos.
      </p>
      <div className={classes.pair}>
        <CopyField label="Endereço da API" text={`${location.origin}/api`} />
        <CopyField
          label="Descrição de todos os pedidos (OpenAPI 3.1)"
          text={`${location.origin}/api/openapi.json`}
        />
      </div>
      <RecordCollection
        resource="apiSecrets"
        purpose="As chaves dos programas."
        emptyTitle="Ainda nenhum programa tem chave"
        action={<NewButton label="Nova chave de API" path={newSecretPath} />}
      />
    </div>
  )
}

function Webhooks() {
  return (
    <div className={classes.page}>
      <p className={classes.note}>
        Um webhook avisa outro programa do que acontece aqui, assim que acontece: um registo novo, um
        pagamento, uma candidatura. Cada aviso é um pedido assinado para o endereço que indicar.
      </p>
      <RecordCollection
        resource="webhooks"
        purpose="Os programas que recebem acontecimentos."
        emptyTitle="Ainda nenhum programa recebe acontecimentos"
        action={<NewButton label="Novo webhook" path={newWebhookPath} />}
      />
      <SettingsPanel names={['webhooksAllowPrivate']} />
    </div>
  )
}

function Assistants() {
  const terminology = useTerminology()
  const url = `${location.origin}/mcp`
  const headers = { Authorization: 'Bearer agr_…' }
  const configuration = { mcpServers: { agremia: { type: 'http', url, headers } } }
  return (
    <div className={classes.page}>
      <div className={classes.note}>
        <p>
          Um assistente que use MCP responde com os dados daqui a perguntas como «quem ainda não pagou este
          ano no núcleo de teatro?», e altera-os se tiver permissão. Quem o fornece recebe o que ele lê.
        </p>
        <ol>
          <li>
            Em API, gere uma chave só para ele, com as permissões de que precisa:{' '}
            {fillTerms(
              'para saber quem deve, ler {MemberPlural} e Dívidas por {memberSingular}.',
              terminology,
            )}
          </li>
          <li>Nas definições do assistente, acrescente um servidor MCP, por HTTP, com este endereço.</li>
          <li>Dê-lhe a chave no cabeçalho do pedido.</li>
        </ol>
      </div>
      <div className={classes.pair}>
        <CopyField label="Endereço" text={url} />
        <CopyField label="Cabeçalho" text={`Authorization: ${headers.Authorization}`} />
      </div>
      <CopyField
        label="Os mesmos num ficheiro de configuração (mcp.json)"
        text={JSON.stringify(configuration, null, 2)}
        isBlock
        help="No VS Code, «servers» em vez de «mcpServers»."
      />
    </div>
  )
}

function NewButton({ label, path }: { label: string; path: string }) {
  return <CommandButton icon={IconPlus} label={label} to={path} />
}
