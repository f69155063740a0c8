import type { JsonObject } from '../text/json.js'

/** What a chat template made of a conversation. */
export type RenderedTemplate =
  | { readonly kind: 'text'; readonly text: string }
  /** It refused, broke, or ran past a limit. */
  | { readonly kind: 'fault'; readonly code: RenderFaultCode; readonly reason: string }

export type RenderFaultCode =
  | 'template-syntax'
  | 'template-refused'
  | 'template-time'
  | 'template-memory'
  | 'template-size'

/** Renders chat templates, which are a stranger's programs: with limits, and apart from everything else. */
export interface TemplateRenderer {
  render(template: string, variables: JsonObject): Promise<RenderedTemplate>
}
