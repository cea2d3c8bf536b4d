"""A browser of WebKitGTK that WebKitWebDriver drives, with a profile that outlives it: MiniBrowser forgets everything under automation.

Usage: webkit-window.py PROFILE [--on-start=SCRIPT] [--block-site-data] [--no-workers], with an empty PROFILE for a private window.
"""
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
profile = arguments[0] if arguments else ""
blocks_site_data = "--block-site-data" in sys.argv
has_no_workers = "--no-workers" in sys.argv
on_start = "".join(argument.removeprefix("--on-start=") for argument in sys.argv[1:] if argument.startswith("--on-start="))

if profile:
    manager = WebKit2.WebsiteDataManager(base_data_directory=f"{profile}/data", base_cache_directory=f"{profile}/cache")
    cookies = manager.get_cookie_manager()
    cookies.set_persistent_storage(f"{profile}/cookies.sqlite", WebKit2.CookiePersistentStorage.SQLITE)
    context = WebKit2.WebContext(website_data_manager=manager)
else:
    context = WebKit2.WebContext.new_ephemeral()
    cookies = context.get_website_data_manager().get_cookie_manager()
if blocks_site_data:
    cookies.set_accept_policy(WebKit2.CookieAcceptPolicy.NEVER)
context.set_automation_allowed(True)
context.set_preferred_languages(["en-US"])


def feature(settings, name, is_enabled):
    features = WebKit2.Settings.get_all_features()
    for index in range(features.get_length()):
        found = features.get(index)
        if found.get_identifier() == name:
            settings.set_feature_enabled(found, is_enabled)


def new_view(*_):
    settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True, enable_developer_extras=True)
    if blocks_site_data:
        settings.set_enable_html5_local_storage(False)
        settings.set_enable_html5_database(False)
        feature(settings, "IndexedDBAPIEnabled", False)
    if has_no_workers:
        feature(settings, "ServiceWorkersEnabled", False)
    content = WebKit2.UserContentManager()
    script = WebKit2.UserScript.new(
        on_start, WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START, None, None
    )
    content.add_script(script)
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings, user_content_manager=content)
    view.connect("permission-request", lambda _view, request: (request.deny(), True)[1])
    window = Gtk.Window(default_width=390, default_height=844, decorated=False)
    window.add(view)
    view.connect("close", lambda _view: window.destroy())
    window.show_all()
    return view


def started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("event-companion-tests")
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect("create-web-view", new_view)


context.connect("automation-started", started)
Gtk.main()
