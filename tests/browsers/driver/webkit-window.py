"""A browser of WebKitGTK that WebKitWebDriver drives, with a profile that outlives it: MiniBrowser forgets everything under automation."""
import argparse
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("profile")
parser.add_argument("--on-start", default="")
parser.add_argument("--private", action="store_true")
parser.add_argument("--block-site-data", action="store_true")
parser.add_argument("--no-workers", action="store_true")
parser.add_argument("--room", type=int, help="bytes that an origin can store")
arguments = parser.parse_args()


def room():
    """WebKit counts in parts of the disk."""
    if arguments.room is None:
        return {}
    disk = os.statvfs(arguments.profile)
    share = arguments.room / (disk.f_blocks * disk.f_frsize)
    return {"origin_storage_ratio": share, "total_storage_ratio": min(1.0, 10 * share)}


if arguments.private:
    context = WebKit2.WebContext.new_ephemeral()
    cookies = context.get_website_data_manager().get_cookie_manager()
else:
    manager = WebKit2.WebsiteDataManager(
        base_data_directory=f"{arguments.profile}/data", base_cache_directory=f"{arguments.profile}/cache", **room()
    )
    cookies = manager.get_cookie_manager()
    cookies.set_persistent_storage(f"{arguments.profile}/cookies.sqlite", WebKit2.CookiePersistentStorage.SQLITE)
    context = WebKit2.WebContext(website_data_manager=manager)
if arguments.block_site_data:
    cookies.set_accept_policy(WebKit2.CookieAcceptPolicy.NEVER)
context.set_automation_allowed(True)
context.set_preferred_languages(["en-US"])


def disable(settings, name):
    features = WebKit2.Settings.get_all_features()
    every = (features.get(index) for index in range(features.get_length()))
    settings.set_feature_enabled(next(feature for feature in every if feature.get_identifier() == name), False)


def new_view(*_):
    settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True, enable_developer_extras=True)
    if arguments.block_site_data:
        settings.set_enable_html5_local_storage(False)
        disable(settings, "IndexedDBAPI")
    if arguments.no_workers:
        disable(settings, "ServiceWorkers")
    content = WebKit2.UserContentManager()
    script = WebKit2.UserScript.new(
        arguments.on_start, WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START, None, None
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
