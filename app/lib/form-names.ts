/**
 * The names of all forms, by screen. A page sends one in the field `form`; the route hands the form to the definition with the
 * same name (`defineForm`).
 */
export type FormName =
  | AuthFormName
  | SecurityFormName
  | ProfileFormName
  | VerificationFormName
  | BusinessFormName
  | PictureFormName
  | PodcastFormName
  | ContactFormName
  | EnquiryFormName
  | ReportFormName
  | ShopFormName
  | ShortlistFormName
  | AdminFormName
  | SettingsFormName
  | StatisticsFormName

type AuthFormName = 'login' | 'code' | 'register' | 'resend' | 'send-again' | 'forgot' | 'reset' | ConfirmationFormName
type ConfirmationFormName = 'confirm' | 'confirm-password' | 'confirm-own' | 'confirm-email'
type SecurityFormName =
  | 'change-password'
  | 'send-reset-link'
  | 'change-address'
  | 'begin-two-factor'
  | 'confirm-two-factor'
  | 'renew-recovery-codes'
  | 'disable-two-factor'
  | 'end-session'
  | 'end-all-sessions'
  | 'delete-account'
  | 'request-export'
type ProfileFormName = 'profile' | 'remove-avatar' | 'undo-avatar'
type VerificationFormName =
  | 'military'
  | 'documents'
  | 'declaration'
  | 'review'
  | 'withdraw'
  | 'appeal'
  | 'confirm'
  | 'delete-document'
  | 'ask-fact'
  | 'withdraw-fact'
  | 'fact-decision'
  | 'settle-record'
  | 'confirm-settlement'
  | 'take-back-settlement'
type BusinessFormName =
  | 'profile'
  | 'contact'
  | 'media'
  | 'review'
  | 'keep'
  | 'discard'
  | 'basic'
  | 'address'
  | 'social'
  | 'facts'
  | 'visibility'
  | 'hand-on'
  | 'withdraw-handover'
  | 'take-on'
type PictureFormName =
  | 'remove-logo'
  | 'remove-picture'
  | 'undo-logo'
  | 'undo-picture'
  | 'caption-picture'
  | 'order-pictures'
type PodcastFormName = 'podcast' | 'remove-cover' | 'undo-cover'
type ContactFormName = 'contact' | 'support' | 'complaint' | 'complaint-answer' | 'handled' | 'waiting'
type EnquiryFormName = 'ask' | 'confirm-sent' | 'erase-sent' | 'mark-lead' | 'lead-note' | 'switch-leads'
type ReportFormName = 'report' | 'report-decision' | 'contest-decision' | 'report-appeal' | 'report-complaint'
type ShortlistFormName = 'shortlist' | 'map-view'
type ShopFormName = 'cart' | 'checkout' | 'refund' | 'sync-products' | 'sync-stripe'
type AdminFormName =
  | 'decision'
  | 'record-seen'
  | 'withdraw-record'
  | 'shown'
  | 'undo'
  | 'accept-names'
  | 'revoke'
  | 'reopen'
  | 'take'
  | 'stay'
  | 'next'
  | 'take-over'
  | 'release'
  | 'service-number'
  | 'order'
  | 'allow-ends'
  | 'retry'
  | 'add-codes'
  | 'remove-codes'
  | 'suspend'
  | 'reinstate'
  | 'mark-email'
type SettingsFormName = 'appearance' | 'cookie-preferences' | 'sign-out'
type StatisticsFormName = 'monthly-email' | 'stop-email'
