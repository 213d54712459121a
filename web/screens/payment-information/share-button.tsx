import { Button } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import { toast } from '../../ui/toast.ts'
import classes from './payment-information.module.css'

/** Shares the link with the device's share function. */
export function ShareButton({ title }: { title: string }) {
  return (
    <Button
      size="md"
      variant="default"
      className={classes.share}
      leftSection={<IconShare2 size="1.125rem" stroke={1.5} />}
      onClick={() => void share(title)}
    >
      Partilhar
    </Button>
  )
}

/** Falls back to copying the link when the browser cannot share. */
async function share(title: string): Promise<void> {
  const url = location.href
  try {
    if ('share' in navigator) await navigator.share({ title, url })
    else {
      await (navigator as Navigator).clipboard.writeText(url)
      toast('Ligação copiada.')
    }
  } catch (error) {
    const isAborted = error instanceof DOMException && error.name === 'AbortError'
    if (!isAborted) toast('Não foi possível partilhar. Copie o endereço desta página.', { tone: 'error' })
  }
}
